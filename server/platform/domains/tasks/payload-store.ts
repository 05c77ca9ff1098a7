import { sql, type Kysely, type Transaction } from 'kysely'
import type { TaskPayload } from '#shared/domains/tasks/attempts-contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PastAttempt } from '#server/platform/engine/history/past-attempt.ts'
import {
  outputsOf,
  resolvedIn,
  stateAfter,
  type StoredResult,
} from '#server/platform/engine/history/payload.ts'
import { inSnapshot, readHistory, type TaskHistory } from './attempt-store.ts'

export type PayloadStore = ReturnType<typeof createPayloadStore>

/** What attempts of tasks were given and what they returned. Every statement names the account. */
export function createPayloadStore(db: Kysely<Database>) {
  return {
    /** The payload of an attempt; without a number of the latest one. NOT_FOUND for an attempt that the task does not have. */
    find: (accountId: string, taskId: string, number: number | undefined): Promise<TaskPayload> =>
      inSnapshot(db, async (trx) => {
        const history = await readHistory(trx, accountId, taskId)
        const { task, attempts, hasLatest } = history
        const found = number === undefined ? attempts.at(-1) : attempts.find((one) => one.number === number)
        if (!found && number !== undefined)
          throw new AppError('NOT_FOUND', `The task has no attempt ${number}`)
        const none = { attempt: 0, inputs: task.inputs, resolved: null, outputs: null }
        if (!found) return none
        const isLatest = hasLatest && found === attempts.at(-1)
        const result = found.status === 'ended' ? await resultOf(trx, accountId, found, isLatest) : null
        return {
          attempt: found.number,
          inputs: task.inputs,
          resolved: await resolvedOf(trx, accountId, history, found, isLatest),
          outputs: outputsOf(found, result),
        }
      }),
  }
}

async function resultOf(
  trx: Transaction<Database>,
  accountId: string,
  { taskId, number }: PastAttempt,
  isLatest: boolean,
): Promise<JsonObject | null> {
  const rows = isLatest
    ? trx.selectFrom('tasks').select('result').where('id', '=', taskId).where('account_id', '=', accountId)
    : trx
        .selectFrom('task_attempts')
        .select('result')
        .where('task_id', '=', taskId)
        .where('number', '=', number)
        .where('account_id', '=', accountId)
  return (await rows.executeTakeFirst())?.result ?? null
}

/** The inputs as the attempt has received them; null before it was queued, and when they are not known. */
async function resolvedOf(
  trx: Transaction<Database>,
  accountId: string,
  { task, workqueueId }: TaskHistory,
  { queued, stateNo }: PastAttempt,
  isLatest: boolean,
): Promise<JsonObject | null> {
  if (queued === null) return null
  // The task has the inputs with which it was queued last; those of an attempt before are the same in the same state.
  if (isLatest || (stateNo !== null && stateNo === task.stateNo)) return task.resolvedInputs
  if (stateNo === null) return null
  const state = await stateOf(trx, accountId, workqueueId, stateNo)
  return state && resolvedIn(task.inputs, state)
}

/** The state of a run after the results up to that number; null when they are not all known. */
async function stateOf(
  trx: Transaction<Database>,
  accountId: string,
  workqueueId: string,
  stateNo: number,
): Promise<JsonObject | null> {
  const run = await trx
    .selectFrom('workqueues')
    .select('initial_state')
    .where('id', '=', workqueueId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  // A result without a number is empty, or is from before results were numbered.
  const { rows } = await sql<StoredResult>`
    select outputs, result from (
      select outputs, result, result_no, state_no from tasks
      where account_id = ${accountId} and workqueue_id = ${workqueueId} and status = 'ended'
      union all
      select t.outputs, a.result, a.result_no, a.state_no from task_attempts a join tasks t on t.id = a.task_id
      where a.account_id = ${accountId} and a.workqueue_id = ${workqueueId} and a.status = 'ended'
    ) as ended
    where result_no <= ${stateNo} or (result_no is null and state_no is null)
    order by result_no nulls first`.execute(trx)
  return stateAfter(run.initial_state, rows)
}
