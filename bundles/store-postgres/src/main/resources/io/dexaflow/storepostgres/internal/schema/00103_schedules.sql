-- SPDX-License-Identifier: Apache-2.0
-- Copyright the Dexaflow authors

-- Schedules (R62 to R64). The newest interval that a DAG's schedule made a run of is kept beside the DAG and not read from
-- its runs, so that a run that somebody deletes does not come again. next_run_after is when to look at the schedule again:
-- -infinity at once (a new version, an unpaused DAG), null never (no schedule, or none of its runs is still to come).
alter table dexaflow.dag
    add last_interval_start timestamptz,
    add last_interval_end timestamptz,
    add next_interval_start timestamptz,
    add next_interval_end timestamptz,
    add next_run_after timestamptz default '-infinity';
create index dag_due on dexaflow.dag (next_run_after, dag_id) where not is_paused and not is_stale;
