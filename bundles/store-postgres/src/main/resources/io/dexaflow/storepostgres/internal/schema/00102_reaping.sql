-- SPDX-License-Identifier: Apache-2.0
-- Copyright the Dexaflow authors

-- The same clock, in the language whose plans a session keeps: in plain SQL each call was planned anew, as it cannot be
-- inlined. Each statement of ours calls it once.
create or replace function dexaflow.now() returns timestamptz
    language plpgsql stable parallel safe
    as $$
begin
    return pg_catalog.now() + coalesce((select shift from dexaflow.clock), interval '0');
end
$$;

-- What reapers look through. last_heartbeat_at is in no index, not even in a condition of one, lest every heartbeat writes a
-- new entry into each index of the table: the running ones are few beside the finished ones, and are gone through.
create index task_instance_running on dexaflow.task_instance (started_at, id) where state = 'running';
create index task_instance_queued on dexaflow.task_instance (queued_at, id) where state = 'queued';

-- Infra marks that nobody has confirmed yet: in most runs none.
create index task_instance_unconfirmed on dexaflow.task_instance (run_id)
    where state = 'failed' and last_failure_kind = 'infra' and infra_confirmed_at is null;

-- The trail: what a decision did, and what it was based on in words. A row is written with each transition, so it must not
-- lock the run's row for a check of its key: who deletes a run deletes its rows here; those of a task instance go with it.
alter table dexaflow.decision add kind text not null default 'transition'
    check (kind in ('transition', 'deferral', 'noop'));
alter table dexaflow.decision add words text not null default '';
alter table dexaflow.decision drop constraint decision_run_id_fkey;
drop index dexaflow.decision_of_run;
create index decision_of_run on dexaflow.decision (run_id, id) where task_instance_id is null;
create index decision_by_age on dexaflow.decision (last_at);
