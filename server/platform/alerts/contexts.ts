import { sql } from 'kysely'
import type { AttentionTrx, ItemTurn } from '../attention/items.ts'
import type { AlertContext } from './match.ts'

/** Runs that wait for a queue, of which is looked at what they belong to. */
const MOST_WAITING = 200

const unique = (values: readonly (string | null)[]) => [
  ...new Set(values.filter((value): value is string => Boolean(value))),
]

interface RunContext {
  id: string
  planId: string | null
  tags: string[]
  types: string[]
}

/** Plan, tags and types of tasks of runs, by their ids. */
export async function readRunContexts(
  trx: AttentionTrx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RunContext>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<RunContext>`
    select id, plan_id as "planId", tags,
      array(select distinct type from tasks t where t.workqueue_id = w.id) as types
    from workqueues w where id = any(${ids}::text[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What items belong to, in their order: of a failure its newest task decides, of a queue what waits in it. */
export async function contextsOf(trx: AttentionTrx, turns: readonly ItemTurn[]): Promise<AlertContext[]> {
  const runIds = turns.map(({ facts }) => ('workqueueId' in facts ? facts.workqueueId : null))
  const runs = await readRunContexts(trx, unique(runIds))
  const contexts: AlertContext[] = []
  for (const [index, turn] of turns.entries()) {
    const { facts, appIds } = turn
    const run = runs.get(runIds[index] ?? '')
    const type = 'type' in facts ? facts.type : null
    const plan = 'planId' in facts && typeof facts.planId === 'string' ? facts.planId : null
    const waiting = 'queued' in facts ? await waitingIn(trx, turn, facts) : []
    contexts.push({
      appIds,
      planIds: unique([run?.planId ?? plan, ...waiting.map(({ planId }) => planId)]),
      tags: unique([...(run?.tags ?? []), ...waiting.flatMap(({ tags }) => tags)]),
      types: type === null ? (run?.types ?? []) : [type],
    })
  }
  return contexts
}

async function waitingIn(
  trx: AttentionTrx,
  { accountId }: ItemTurn,
  { type, alias }: { type: string; alias: string },
): Promise<Pick<RunContext, 'planId' | 'tags'>[]> {
  const { rows } = await sql<Pick<RunContext, 'planId' | 'tags'>>`
    select distinct w.plan_id as "planId", w.tags from (
      select workqueue_id from tasks t
      where t.account_id = ${accountId} and t.type = ${type} and t.alias = ${alias} and t.waiting_since is not null
      limit ${MOST_WAITING}
    ) as t join workqueues w on w.id = t.workqueue_id`.execute(trx)
  return rows
}
