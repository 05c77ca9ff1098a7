import { toError } from './errors.ts'
import type { Logger } from './logger.ts'

const defaultStopLimitMs = 10_000

/**
 * What a process is made of, in order of start. `stop` walks back through it: what was started last ends first,
 * each part waits for the one before it, and a part that fails to stop does not keep the others from stopping.
 */
export interface Lifecycle {
  /** Names a part that has just been started and how to end it. After `stop` has begun it is ended at once. */
  add(name: string, stop: () => Promise<unknown> | unknown): void
  /**
   * Ends every part. Every call gets the same promise; it answers the exit code: 0, or 1 when a part failed or the
   * time limit passed.
   */
  stop(reason: string): Promise<number>
  readonly stopping: boolean
}

interface Part {
  name: string
  stop(): Promise<unknown> | unknown
}

export function createLifecycle(log: Logger, limitMs = defaultStopLimitMs): Lifecycle {
  const parts: Part[] = []
  let stopped: Promise<number> | null = null

  async function end(part: Part): Promise<boolean> {
    try {
      await part.stop()
      return true
    } catch (error) {
      log.error({ err: toError(error), part: part.name }, 'a part failed to stop')
      return false
    }
  }

  async function endAll(): Promise<number> {
    let clean = true
    for (let part = parts.pop(); part; part = parts.pop()) clean = (await end(part)) && clean
    return clean ? 0 : 1
  }

  async function withinLimit(): Promise<number> {
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<number>((resolve) => {
      timer = setTimeout(() => {
        log.error({ waiting: parts.length }, `not everything stopped within ${limitMs} ms`)
        resolve(1)
      }, limitMs)
    })
    const code = await Promise.race([endAll(), limit])
    clearTimeout(timer)
    return code
  }

  return {
    add(name, stop) {
      const part = { name, stop }
      if (stopped) void end(part)
      else parts.push(part)
    },
    stop(reason) {
      if (!stopped) {
        log.info({ reason }, 'stopping')
        stopped = withinLimit()
      }
      return stopped
    },
    get stopping() {
      return stopped !== null
    },
  }
}

/**
 * Ends the process in order at SIGINT, SIGTERM or SIGHUP (a closed terminal), and after an error that nobody
 * caught, whose exit code is 1. A second signal changes nothing: the first stop is under way and bounded.
 */
export function stopOnSignals(lifecycle: Lifecycle, log: Logger): void {
  const finish = async (reason: string, failed: boolean) => {
    const code = await lifecycle.stop(reason)
    process.exit(failed ? 1 : code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void finish(signal, false))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: toError(error) }, event)
      void finish(event, true)
    })
}
