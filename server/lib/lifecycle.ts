import { toError } from './errors.ts'
import type { Logger } from './logger.ts'

const defaultStopLimitMs = 10_000

type Stop = () => Promise<unknown> | unknown

/**
 * The parts of a process, in order of start. `stop` stops them in reverse order, one after the other. A part that
 * fails to stop does not keep the others running.
 */
export interface Lifecycle {
  /**
   * Starts a part and remembers how to stop it. Throws StoppedError when `stop` has begun, also during the start;
   * then the part is stopped again.
   */
  start<Part>(
    name: string,
    begin: () => Promise<Part> | Part,
    end: (part: Part) => Promise<unknown> | unknown,
  ): Promise<Part>
  /**
   * Stops every part, including those that are starting. Every call returns the same promise, of the exit code: 0, or
   * 1 when a part failed or the time limit passed.
   */
  stop(reason: string): Promise<number>
  readonly stopping: boolean
}

/** Starts a part that its own `stop` ends. */
export const startPart = <Part extends { stop(): unknown }>(
  lifecycle: Lifecycle,
  name: string,
  begin: () => Promise<Part> | Part,
): Promise<Part> => lifecycle.start(name, begin, (part) => part.stop())

/** The process is stopping; no part starts any more. */
export class StoppedError extends Error {
  constructor() {
    super('The process is stopping')
    this.name = 'StoppedError'
  }
}

export function createLifecycle(log: Logger, limitMs = defaultStopLimitMs): Lifecycle {
  const parts: { name: string; stop: Stop }[] = []
  const starting = new Set<Promise<unknown>>()
  let stopped: Promise<number> | null = null

  async function endAll(): Promise<number> {
    let clean = true
    // A starting part is added when it has started, so wait for those first.
    await Promise.allSettled(starting)
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.stop()
      } catch (error) {
        clean = false
        log.error({ err: toError(error), part: part.name }, 'a part failed to stop')
      }
    }
    return clean ? 0 : 1
  }

  async function withinLimit(): Promise<number> {
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<number>((resolve) => {
      timer = setTimeout(() => {
        log.error({ left: parts.map(({ name }) => name) }, `not everything stopped within ${limitMs} ms`)
        resolve(1)
      }, limitMs)
    })
    const code = await Promise.race([endAll(), limit])
    clearTimeout(timer)
    return code
  }

  return {
    async start(name, begin, end) {
      if (stopped) throw new StoppedError()
      const started = (async () => {
        const part = await begin()
        parts.push({ name, stop: () => end(part) })
        return part
      })()
      starting.add(started)
      try {
        const part = await started
        if (stopped) throw new StoppedError()
        return part
      } finally {
        starting.delete(started)
      }
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
 * Stops the process on SIGINT, SIGTERM or SIGHUP (a closed terminal), and on an uncaught error, with exit code 1. A
 * second signal has no effect: the first stop is running and bounded.
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
