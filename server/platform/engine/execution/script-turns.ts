import type { WaitingScript } from '../types.ts'

/** Waiting tasks that are kept here; the others stay in the database, where the sweep finds them. */
const MOST_OF_ACCOUNT = 1000
const MOST = 10_000

export interface ScriptTurns {
  offer(script: WaitingScript): void
  /** The task no longer waits. */
  withdraw(taskId: string): void
  /** The attempt of a task that was begun here is over. */
  over(taskId: string): void
  /** Whether so few are kept that the database should be asked for more. */
  readonly hungry: boolean
  stop(): void
}

/**
 * The order in which this process begins tasks that run scripts, `atOnce` at a time. Accounts take turns, and within one its runs, so that
 * neither keeps the few processes for itself. `begin` resolves with whether this process now executes the task.
 */
export function createScriptTurns(
  atOnce: number,
  begin: (script: WaitingScript) => Promise<boolean>,
): ScriptTurns {
  const waiting = new Map<string, WaitingScript>()
  /** The ids of waiting tasks by account and run; the next in turn is the first of each. */
  const accounts = new Map<string, { count: number; runs: Map<string, string[]> }>()
  const begun = new Set<string>()
  let stopped = false

  function next(): WaitingScript | null {
    for (;;) {
      const [accountId, account] = first(accounts) ?? []
      if (accountId === undefined || !account) return null
      const [runId, ids] = first(account.runs) ?? []
      const id = ids?.shift()
      accounts.delete(accountId)
      if (runId !== undefined && ids) {
        account.runs.delete(runId)
        if (ids.length > 0) account.runs.set(runId, ids)
      }
      account.count -= 1
      if (account.runs.size > 0) accounts.set(accountId, account)
      const found = id === undefined ? undefined : waiting.get(id)
      if (!found) continue
      waiting.delete(found.taskId)
      return found
    }
  }

  function beginNext(): void {
    while (!stopped && begun.size < atOnce) {
      const script = next()
      if (!script) return
      begun.add(script.taskId)
      void begin(script).then((executes) => {
        if (!executes) over(script.taskId)
      })
    }
  }

  function over(taskId: string): void {
    if (begun.delete(taskId)) beginNext()
  }

  return {
    offer(script) {
      const { accountId, workqueueId, taskId } = script
      if (waiting.has(taskId) || begun.has(taskId) || waiting.size >= MOST) return
      const account = accounts.get(accountId) ?? { count: 0, runs: new Map<string, string[]>() }
      if (account.count >= MOST_OF_ACCOUNT) return
      account.count += 1
      const ids = account.runs.get(workqueueId)
      if (ids) ids.push(taskId)
      else account.runs.set(workqueueId, [taskId])
      accounts.set(accountId, account)
      waiting.set(taskId, script)
      beginNext()
    },
    withdraw: (taskId) => void waiting.delete(taskId),
    over,
    get hungry() {
      return waiting.size < MOST_OF_ACCOUNT
    },
    stop() {
      stopped = true
      waiting.clear()
      accounts.clear()
    },
  }
}

const first = <Key, Value>(map: ReadonlyMap<Key, Value>): [Key, Value] | undefined =>
  map.entries().next().value
