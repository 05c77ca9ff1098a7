import type { Clock } from '#server/lib/clock.ts'
import { newId } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/logger.ts'
import { Refused, type RunEvent } from './events.ts'
import type { Death, RunStore } from './types.ts'

/** Processes that may die of the same task or run. The one that dies first may not know its cause. */
const MAX_DEATHS = 2

export interface DeathParts {
  store: Pick<RunStore, 'uncountedDeaths' | 'countDeath' | 'runOfSubject'>
  clock: Clock
  log: Logger
  post(runId: string, event: RunEvent): Promise<void>
}

const causes = {
  blocked: 'stopped answering',
  memory: 'ran out of memory',
  fault: 'ended by a fault',
} as const

/**
 * Counts processes that died in trouble by what they executed, and sets the run aside that is the cause of
 * `MAX_DEATHS`: it fails with the reason, and all other runs go on.
 */
export function createDeaths({ store, clock, log, post }: DeathParts) {
  async function count(death: Death): Promise<void> {
    const { holder, kind, subject, deaths } = death
    log.error({ holder, kind, subject, deaths }, `a process of the platform ${causes[kind]}`)
    if (subject !== null && deaths >= MAX_DEATHS) await setAside(subject, death)
    await store.countDeath(holder, subject)
  }

  async function setAside(subject: string, { kind, deaths }: Death): Promise<void> {
    const found = await store.runOfSubject(subject)
    if (!found) return
    const { workqueueId, taskId, attempt } = found
    const what = taskId === null ? 'this workqueue' : 'this task'
    const reason = `Set aside: ${deaths} processes of the platform ended while they executed ${what}; the last one ${causes[kind]}`
    const at = clock.now()
    const entry = { id: newId(at), attempt: attempt ?? 0, timestamp: at, level: 'error' as const }
    const logs = taskId === null ? [] : [{ ...entry, taskId, message: reason, stacktrace: null }]
    try {
      await post(workqueueId, { type: 'setAside', at, taskId, reason, logs })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }

  return {
    /** Before abandoned attempts are taken over. */
    async review(): Promise<void> {
      for (const death of await store.uncountedDeaths()) await count(death)
    },
  }
}
