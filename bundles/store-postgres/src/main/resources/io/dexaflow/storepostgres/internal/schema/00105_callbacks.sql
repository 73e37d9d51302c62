-- SPDX-License-Identifier: Apache-2.0
-- Copyright the Dexaflow authors

-- Failure callbacks (R53, R54). Which versions have any is noted once, when a version is made, so that what has none costs a
-- failed transition one look by key and everything else nothing.
alter table dexaflow.dag_version
    add calls_back boolean not null default false,
    add tasks_calling_back text[] not null default '{}';

create function dexaflow.note_callbacks() returns trigger
    language plpgsql
    as $$
begin
    new.calls_back := new.content ->> 'on_failure' is not null;
    -- A version that cannot be read fails its runs alone (T107), and is not this function's to judge.
    new.tasks_calling_back := array(
        select t ->> 'task_id'
        from json_array_elements(
            case json_typeof(new.content -> 'tasks') when 'array' then new.content -> 'tasks' else '[]' end) t
        where t ->> 'on_failure' is not null);
    return new;
end
$$;
create trigger dag_version_callbacks before insert or update of content on dexaflow.dag_version
    for each row execute function dexaflow.note_callbacks();
update dexaflow.dag_version set content = content;

-- What is owed to whoever asked to be called. One row per failed attempt of a task, and one per failure of a run: the unique
-- indexes are why none is called about twice. A candidate is an attempt that may yet be tried or placed again.
create table dexaflow.callback (
    id uuid primary key default dexaflow.new_id(),
    run_id uuid not null references dexaflow.dag_run on delete cascade,
    task_instance_id uuid references dexaflow.task_instance on delete cascade,
    dag_id text not null,
    version_id uuid not null,
    try_number int,
    attempt_epoch int,
    failed_at timestamptz not null,
    reason text,
    state text not null check (state in ('candidate', 'owed', 'delivered', 'dropped')),
    attempts int not null default 0,
    next_attempt_at timestamptz not null default '-infinity',
    settled_at timestamptz,
    last_error text
);
create unique index callback_of_attempt on dexaflow.callback (task_instance_id, try_number, attempt_epoch)
    where task_instance_id is not null;
create unique index callback_of_failure on dexaflow.callback (run_id, failed_at) where task_instance_id is null;
create index callback_of_run on dexaflow.callback (run_id);
create index callback_candidate on dexaflow.callback (failed_at, id) where state = 'candidate';
create index callback_owed on dexaflow.callback (next_attempt_at, id) where state = 'owed';

-- Many write a failure: an agent's report, a reaper's mark, the dispatcher, the planner, a user. It is noted here, in the
-- very transaction that writes it, so that no writer can forget to, and no host can die in between.
create function dexaflow.note_failed_task() returns trigger
    language plpgsql
    as $$
begin
    insert into dexaflow.callback (run_id, task_instance_id, dag_id, version_id, try_number, attempt_epoch, failed_at,
        reason, state)
    select new.run_id, new.id, new.dag_id, v.id, new.try_number, new.attempt_epoch,
        coalesce(new.ended_at, dexaflow.now()), new.error_message,
        case when new.last_failure_kind is distinct from 'infra' and new.try_number >= new.max_tries then 'owed'
            else 'candidate' end
    from dexaflow.dag_run r join dexaflow.dag_version v on v.id = r.version_id
    where r.id = new.run_id and new.task_id = any (v.tasks_calling_back)
    on conflict do nothing;
    return null;
end
$$;
create trigger task_instance_failed after update of state on dexaflow.task_instance
    for each row when (new.state = 'failed' and old.state is distinct from 'failed')
    execute function dexaflow.note_failed_task();

create function dexaflow.note_failed_run() returns trigger
    language plpgsql
    as $$
begin
    insert into dexaflow.callback (run_id, dag_id, version_id, failed_at, reason, state)
    select new.id, new.dag_id, v.id, coalesce(new.ended_at, dexaflow.now()), new.note, 'owed'
    from dexaflow.dag_version v
    where v.id = new.version_id and v.calls_back
    on conflict do nothing;
    return null;
end
$$;
create trigger dag_run_failed after update of state on dexaflow.dag_run
    for each row when (new.state = 'failed' and old.state is distinct from 'failed')
    execute function dexaflow.note_failed_run();

-- Retention: finished runs by their end.
create index dag_run_ended on dexaflow.dag_run (ended_at, id) where state in ('success', 'failed');
