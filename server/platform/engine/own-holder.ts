import type { Logger } from '#server/lib/logger.ts'
import type { HolderSession, RunStore } from './types.ts'

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 2000

export interface OwnHolder {
  /** The number under which tasks may be started now; null while there is none. */
  number(): number | null
  start(): Promise<void>
  /** Replaces a number whose lock no longer exists although its session seems alive. */
  renew(): void
  stop(): Promise<void>
}

/**
 * This process's holder number. When its session is lost, other processes take over its tasks, so all of them
 * are dropped at once (`lost`) and a new number is taken as soon as the database answers again. `changed` gets each
 * number, and null when there is none.
 */
export function createOwnHolder(
  store: RunStore,
  log: Logger,
  lost: () => void,
  changed: (number: number | null) => void = () => undefined,
): OwnHolder {
  let session: HolderSession | null = null
  let stopped = false
  let opening: Promise<void> = Promise.resolve()

  function use(next: HolderSession | null): void {
    session = next
    changed(next?.number ?? null)
  }

  function onLost(): void {
    use(null)
    lost()
    if (stopped) return
    log.warn('the database session that proves this process alive was lost')
    opening = openUntilDone()
  }

  async function openUntilDone(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !stopped && !session; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      try {
        use(await store.takeHolder(onLost))
      } catch (error) {
        log.warn({ err: error }, 'no holder number could be taken')
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    // `stop` was called while the number was being acquired.
    if (stopped) await release()
  }

  async function release(): Promise<void> {
    const open = session
    use(null)
    await open?.release()
  }

  return {
    number: () => session?.number ?? null,
    async start() {
      use(await store.takeHolder(onLost))
    },
    renew() {
      const dead = session
      if (!dead) return
      void dead.release()
      onLost()
    },
    async stop() {
      stopped = true
      await opening
      await release()
    },
  }
}
