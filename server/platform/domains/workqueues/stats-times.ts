import { sql, type Kysely } from 'kysely'
import { EXPECTED_OF_RUNS, type PlanTaskStats } from '#shared/domains/workqueues/stats-contract.ts'
import type { Database } from '#server/platform/db/database.ts'
import { GIVEN_BACK } from '#server/platform/engine/history/past-attempt.ts'
import { newest, type Listed, type Scope } from './stats-scope.ts'

/** Keeps a lateral query apart, so that it is executed once for each run; the planner may not join it to a whole table. */
const byIndex = sql`offset 0`

/** The figures of a task, with the attempts that its success follows from. */
export type CountedTask = PlanTaskStats & { succeeded: number; finished: number }

export interface TimesRow {
  key: number
  tasks: CountedTask[]
  /** Completed runs that are known, and their median and 90th percentile. */
  completed: number
  usual: [number, number] | null
}

/**
 * The usual times of each key that has runs. An attempt that another one has followed had failed, unless it is stored
 * as ended; one that its worker gave back or that a person has ended, and the latest one of a task that was skipped or is under way, have not
 * finished.
 */
export async function readTimes(db: Kysely<Database>, scope: Scope, listed: Listed): Promise<TimesRow[]> {
  const { rows } = await sql<TimesRow>`
    with ${newest(scope, listed)},
    measured as (
      select key, name, position,
        (task.status = 'ended' and not by_hand)::int + earlier_ended as succeeded,
        greatest(attempt - (task.status in ('started', 'skipped') or by_hand)::int, earlier, (task.status = 'failed')::int)
          - returned as finished,
        case when task.status = 'ended' and not by_hand then extract(epoch from task.ended - task.started) * 1000 end as ran,
        extract(epoch from task.started - queued) * 1000 as waited
      from latest as run, lateral (
        select name, position, status, status = 'ended' and reason is not null as by_hand, attempt, queued, started, ended,
          coalesce(past.earlier, 0) as earlier,
          coalesce(past.earlier_ended, 0) as earlier_ended, coalesce(past.returned, 0) as returned
        from tasks left join (
          select task_id, count(*) as earlier, count(*) filter (where status = 'ended' and reason is null) as earlier_ended,
            count(*) filter (where reason = ${GIVEN_BACK} or status in ('ended', 'skipped') and reason is not null) as returned
          from task_attempts where workqueue_id = run.id group by task_id
        ) past on past.task_id = tasks.id
        where workqueue_id = run.id ${byIndex}
      ) task
    ),
    task_of as (
      select key, name, min(position) as position,
        sum(succeeded) as succeeded, sum(finished) as finished,
        percentile_cont(array[0.5, 0.95]) within group (order by ran) as ran,
        percentile_cont(array[0.5, 0.95]) within group (order by waited) filter (where waited >= 0) as waited
      from measured group by key, name
    ),
    tasks_of as (
      select key, json_agg(json_build_object('name', name,
        'successRate', succeeded::float8 / nullif(finished, 0)::float8, 'succeeded', succeeded, 'finished', finished,
        'medianMs', round(ran[1]),
        'p95Ms', round(ran[2]), 'waitMedianMs', round(waited[1]), 'waitP95Ms', round(waited[2])) order by position, name) as tasks
      from task_of group by key
    ),
    expected as (
      select key, count(*)::int as completed,
        percentile_cont(array[0.5, 0.9]) within group (order by active_ms) as usual
      from run where status = 'completed' and of_status <= ${EXPECTED_OF_RUNS}
      group by key
    )
    select key, coalesce(tasks, '[]') as tasks, coalesce(completed, 0) as completed, usual
    from tasks_of full join expected using (key)`.execute(db)
  return rows
}
