import type { Kysely } from 'kysely'
import { scriptFaults } from '#shared/domains/scripts/faults.ts'
import { SCRIPT_TYPE_PREFIX } from '#shared/domains/tasks/constants.ts'
import type { Database } from '../db/database.ts'
import { TaskFailure, type Executor } from '../engine/executor.ts'
import { scriptOutcome } from './outcome.ts'
import { CHILDREN, type ScriptPool } from './pool.ts'

/** How many tasks are begun at once: a few wait here, so that no process waits for the database. */
const AT_ONCE = 2 * CHILDREN

/** Executes tasks that run a script of their account, as it is when the attempt starts. */
export function createScriptExecutor({ db, pool }: { db: Kysely<Database>; pool: ScriptPool }): {
  run: Executor
  atOnce: number
} {
  async function find(accountId: string, type: string) {
    const slug = type.slice(SCRIPT_TYPE_PREFIX.length)
    const [script, other] = await db
      .selectFrom('scripts')
      .select(['code', 'version'])
      .where('account_id', '=', accountId)
      .where('slug', '=', slug)
      .limit(2)
      .execute()
    if (!script) throw new TaskFailure(scriptFaults.absent(slug))
    if (other) throw new TaskFailure(scriptFaults.ambiguous(type))
    return script
  }

  return {
    atOnce: AT_ONCE,
    async run({ task, run, inputs, signal, log, progress, version }) {
      const script = await find(run.accountId, task.type)
      version(String(script.version))
      const settled = await pool.run({
        owner: run.accountId,
        code: script.code,
        inputs: JSON.stringify(inputs),
        listener: { log: (line) => log('info', line), progress },
        signal,
      })
      const outcome = scriptOutcome(settled, pool.limits, pool.limits.timeMs)
      if ('outputs' in outcome) return outcome.outputs
      throw new TaskFailure(outcome.reason, outcome.trace)
    },
  }
}
