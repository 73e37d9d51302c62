-- SPDX-License-Identifier: Apache-2.0
-- Copyright the Dexaflow authors

-- Backfills: the runs of a schedule over a range of logical dates, made when somebody asks for them.
create table dexaflow.backfill (
    id bigint generated always as identity primary key,
    dag_id text not null references dexaflow.dag on delete cascade,
    from_date timestamptz not null,
    to_date timestamptz not null,
    conf json not null,
    max_active_runs int not null check (max_active_runs > 0),
    reprocess text not null check (reprocess in ('none', 'failed', 'completed')),
    is_paused boolean not null default false,
    triggered_by text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    completed_at timestamptz
);
create index backfill_of_dag on dexaflow.backfill (dag_id, id);
-- One at a time, and what the leader looks at in every tick.
create unique index backfill_open on dexaflow.backfill (dag_id) where completed_at is null;

-- What a backfill has yet to make (waiting), and what it has made (made, until the run is finished). One that exists and is
-- to run again is taken first (again), and then queued. What the schedule or somebody else made meanwhile is left.
create table dexaflow.backfill_run (
    backfill_id bigint not null references dexaflow.backfill on delete cascade,
    ordinal int not null,
    dag_run_id text not null,
    interval_start timestamptz not null,
    interval_end timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'made', 'again', 'ended', 'left')),
    run_id uuid references dexaflow.dag_run on delete set null,
    primary key (backfill_id, ordinal)
);
create index backfill_run_waiting on dexaflow.backfill_run (backfill_id, ordinal) where state = 'waiting';
create index backfill_run_active on dexaflow.backfill_run (backfill_id, ordinal) where state in ('made', 'again');
create index backfill_run_of_run on dexaflow.backfill_run (run_id) where run_id is not null;
