-- SPDX-License-Identifier: Apache-2.0
-- Copyright the Dexaflow authors

-- First tables. The schema itself and its changelog are made by the migrator.
-- Rules: expand first (add, fill, switch; take away a minor version later); never change a file that was released.

-- The one clock (contract, section 5). A test moves the row; in production the shift is zero.
create table dexaflow.clock (
    one boolean primary key default true check (one),
    shift interval not null default interval '0'
);
insert into dexaflow.clock default values;

create function dexaflow.now() returns timestamptz
    language sql stable parallel safe
    as $$ select pg_catalog.now() + coalesce((select shift from dexaflow.clock), interval '0') $$;

-- A UUID of version 7 on the server's own clock: ids grow with time, so that inserts stay together in an index and
-- the order of runs is the order of their ids. Nothing reads a time back out of it.
create function dexaflow.new_id() returns uuid
    language plpgsql volatile parallel safe
    as $$
declare
    micros bigint := (extract(epoch from pg_catalog.clock_timestamp()) * 1000000)::bigint;
    fraction int := (micros % 1000) * 4096 / 1000;
begin
    return encode(int8send((micros / 1000 << 16) | 28672 | fraction) || substring(uuid_send(gen_random_uuid()) from 9),
        'hex')::uuid;
end
$$;

create table dexaflow.dag (
    dag_id text primary key,
    file text not null,
    tags text[] not null default '{}',
    is_paused boolean not null default false,
    is_stale boolean not null default false,
    current_version uuid,
    max_active_runs int not null,
    max_active_tasks int not null,
    last_parsed_at timestamptz not null
);

create table dexaflow.dag_version (
    id uuid primary key default dexaflow.new_id(),
    dag_id text not null references dexaflow.dag,
    number int not null,
    hash text not null,
    content json not null,
    file text not null,
    source text not null,
    created_at timestamptz not null,
    constraint dag_version_number unique (dag_id, number),
    constraint dag_version_hash unique (dag_id, hash)
);

alter table dexaflow.dag add constraint dag_current_version_fkey
    foreign key (current_version) references dexaflow.dag_version;

create table dexaflow.dag_run (
    id uuid primary key default dexaflow.new_id(),
    dag_id text not null references dexaflow.dag,
    run_id text not null,
    version_id uuid not null references dexaflow.dag_version,
    state text not null check (state in ('queued', 'running', 'success', 'failed')),
    run_type text not null check (run_type in ('scheduled', 'manual', 'backfill')),
    logical_date timestamptz,
    data_interval_start timestamptz,
    data_interval_end timestamptz,
    conf json not null,
    note text,
    triggered_by text,
    queued_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    constraint dag_run_run_id unique (dag_id, run_id),
    constraint dag_run_logical_date unique (dag_id, logical_date)
) with (fillfactor = 85);

-- What a tick reads, and what of a DAG runs and waits (R60).
create index dag_run_unfinished
    on dexaflow.dag_run (dag_id, state, queued_at) where state in ('queued', 'running');
-- Lists, newest first.
create index dag_run_of_dag on dexaflow.dag_run (dag_id, queued_at, id);
create index dag_run_newest on dexaflow.dag_run (queued_at, id);

-- One row per run and task; a retry reuses it (R4). What every tick reads stands first. The free space lets
-- heartbeats, which touch no indexed column, stay on their page.
create table dexaflow.task_instance (
    id uuid primary key default dexaflow.new_id(),
    run_id uuid not null references dexaflow.dag_run on delete cascade,
    ordinal int not null,
    try_number int not null default 1,
    max_tries int not null,
    attempt_epoch int not null default 0,
    pool_slots int not null default 1,
    infra_attempts int not null default 0,
    dispatch_attempts int not null default 0,
    state text not null default 'none' check (state in ('none', 'scheduled', 'queued', 'running', 'success', 'failed',
        'skipped', 'upstream_failed', 'up_for_retry', 'up_for_reschedule', 'deferred')),
    dag_id text not null,
    task_id text not null,
    pool text not null,
    operator text not null,
    executor text,
    scheduled_at timestamptz,
    queued_at timestamptz,
    started_at timestamptz,
    last_heartbeat_at timestamptz,
    ended_at timestamptz,
    duration double precision,
    released_at timestamptz,
    next_dispatch_at timestamptz,
    reschedule_at timestamptz,
    first_reschedule_at timestamptz,
    last_failure_kind text check (last_failure_kind in ('app', 'infra')),
    infra_confirmed_at timestamptz,
    exit_code int,
    error_message text,
    hostname text,
    pod_name text,
    node_name text,
    warm_worker_id uuid,
    note text,
    links jsonb not null default '{}',
    constraint task_instance_ordinal unique (run_id, ordinal)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Attempts are found by this. The run is text in here, so that the two uniques cannot stand in for each other: a plan made
-- while the table is small would take either, and go through a whole run for each row wherever it took the wrong one.
create unique index task_instance_task on dexaflow.task_instance (task_id, (run_id::text));
-- What waits for a dispatch, in the order of dispatch within a DAG and a pool.
create index task_instance_scheduled
    on dexaflow.task_instance (dag_id, pool, scheduled_at, run_id, ordinal) where state = 'scheduled';
-- What occupies slots (R60, R61).
create index task_instance_occupying
    on dexaflow.task_instance (dag_id, pool) include (pool_slots) where state in ('queued', 'running');

-- One row per try that a rail has ended (R5); a later epoch of the same try replaces it.
create table dexaflow.task_instance_history (
    task_instance_id uuid not null references dexaflow.task_instance on delete cascade,
    try_number int not null,
    attempt_epoch int not null,
    state text not null,
    max_tries int not null,
    infra_attempts int not null,
    pool text not null,
    pool_slots int not null,
    operator text not null,
    executor text,
    scheduled_at timestamptz,
    queued_at timestamptz,
    started_at timestamptz,
    ended_at timestamptz,
    duration double precision,
    last_failure_kind text,
    exit_code int,
    error_message text,
    hostname text,
    pod_name text,
    node_name text,
    warm_worker_id uuid,
    archived_at timestamptz not null,
    primary key (task_instance_id, try_number)
);

-- Values as the task wrote them: text, so that not a digit of them changes.
create table dexaflow.xcom (
    run_id uuid not null references dexaflow.dag_run on delete cascade,
    task_id text not null,
    key text not null,
    value text not null,
    stored_at timestamptz not null,
    primary key (run_id, task_id, key)
);

create table dexaflow.pool (
    name text primary key,
    slots int not null,
    description text
);
insert into dexaflow.pool values ('default_pool', 128, 'Where tasks run that name no pool');

create table dexaflow.leadership (
    one boolean primary key default true check (one),
    term bigint not null default 0,
    since timestamptz,
    holder text
);
insert into dexaflow.leadership default values;

create table dexaflow.import_error (
    id bigint generated always as identity primary key,
    file text not null,
    text text not null,
    noted_at timestamptz not null,
    constraint import_error_file unique (file)
);

-- The trail behind "why": one row per decision; an identical deferral repeated moves count and last_at.
create table dexaflow.decision (
    id bigint generated always as identity primary key,
    task_instance_id uuid references dexaflow.task_instance on delete cascade,
    run_id uuid not null references dexaflow.dag_run on delete cascade,
    dag_id text not null,
    at timestamptz not null,
    actor text not null,
    label text not null,
    evidence jsonb not null default '{}',
    try_number int,
    attempt_epoch int,
    count int not null default 1,
    last_at timestamptz not null
);
create index decision_of_task on dexaflow.decision (task_instance_id, id);
create index decision_of_run on dexaflow.decision (run_id, id);

create table dexaflow.warm_worker (
    id uuid primary key default dexaflow.new_id(),
    version_id uuid not null references dexaflow.dag_version,
    pod_name text not null,
    registered_at timestamptz not null,
    last_seen_at timestamptz not null,
    attempts int not null default 0
);
create index warm_worker_of_version on dexaflow.warm_worker (version_id);
