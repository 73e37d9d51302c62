-- SPDX-License-Identifier: Apache-2.0
-- Copyright the Dexaflow authors

-- The audit: a row for each thing that an operator did. It outlives what it speaks of, hence no keys to other tables.
create table dexaflow.event_log (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    event text not null,
    owner text not null,
    dag_id text,
    run_id text,
    task_id text,
    try_number int,
    logical_date timestamptz,
    extra json
);
create index event_log_of_dag on dexaflow.event_log (dag_id, id);
create index event_log_by_age on dexaflow.event_log (at);

-- Texts that people keep under a key.
create table dexaflow.variable (
    key text primary key,
    value text not null,
    description text
);

alter table dexaflow.pool add include_deferred boolean not null default false;
