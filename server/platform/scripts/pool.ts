import { createFairPermits } from '#server/lib/concurrency.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { NoWall, startChild, type Listener, type ScriptChild } from './child.ts'
import type { ScriptLimits, ScriptEnd } from './protocol.ts'
import { findWalls, type Walls } from './walls.ts'

/** Processes at once; each runs one script at a time. */
export const CHILDREN = 2
/** A process ends after so many scripts. */
const MOST_SCRIPTS = 200
/** A process that was not used for so long ends. */
const IDLE_MS = 180_000

export interface ScriptRun {
  /** Whose turn it takes: accounts take turns. */
  owner: string
  code: string
  /** JSON. */
  inputs: string
  listener: Listener
  signal: AbortSignal
  /** Called when a process has the script; returns the milliseconds that it may take. Absent: the limit. */
  begin?(): number
}

export interface ScriptPool {
  /** Rejects with the signal's reason when it is aborted, and with a clear fault when no process can be started. */
  run(script: ScriptRun): Promise<ScriptEnd>
  readonly limits: ScriptLimits
  /** Kills all processes; those of later runs too. */
  stop(): void
}

interface Place {
  child: ScriptChild
  scripts: number
  idle?: NodeJS.Timeout
}

/** Runs scripts in up to two prepared processes, which start when they are first needed. */
export function createScriptPool(
  { limits, log }: { limits: ScriptLimits; log: Logger },
  walls: () => Promise<Walls> = findWalls,
): ScriptPool {
  const permits = createFairPermits(CHILDREN, Number.POSITIVE_INFINITY)
  const free: Place[] = []
  const all = new Set<ScriptChild>()
  let found: Promise<Walls> | undefined
  let stopped = false

  async function knownWalls(): Promise<Walls> {
    const known = await walls()
    log.info({ walls: known.names }, 'scripts run behind these walls')
    return known
  }

  async function take(): Promise<Place> {
    for (let place = free.pop(); place; place = free.pop()) {
      clearTimeout(place.idle)
      if (place.child.alive) return place
    }
    found ??= knownWalls()
    try {
      const child = await startChild(await found, limits)
      all.add(child)
      if (stopped) end(child)
      return { child, scripts: 0 }
    } catch (error) {
      // The walls are looked for again: what was missing may have been installed, or was busy.
      found = undefined
      log.error({ err: error }, 'no process for scripts could be started')
      throw error instanceof NoWall
        ? error
        : new Error('No process for scripts could be started', { cause: error })
    }
  }

  function end(child: ScriptChild): void {
    child.kill()
    all.delete(child)
  }

  function giveBack(place: Place, clean: boolean): void {
    if (stopped || !clean || ++place.scripts >= MOST_SCRIPTS) return end(place.child)
    place.idle = setTimeout(() => {
      free.splice(free.indexOf(place), 1)
      end(place.child)
    }, IDLE_MS)
    place.idle.unref()
    free.push(place)
  }

  return {
    limits,
    run({ owner, code, inputs, listener, signal, begin }) {
      const turn = permits.run(owner, async () => {
        signal.throwIfAborted()
        const place = await take()
        const timeMs = begin?.() ?? limits.timeMs
        const { settled, clean } = await place.child.run({ code, inputs, timeMs }, listener, signal)
        giveBack(place, clean)
        if (settled === null) throw toError(signal.reason)
        return settled
      })
      return beforeAbort(turn, signal)
    },
    stop() {
      stopped = true
      for (const { idle } of free) clearTimeout(idle)
      for (const child of all) end(child)
    },
  }
}

/** Rejects as soon as the signal is aborted, also while the work waits for its turn. */
async function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(toError(signal.reason))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
