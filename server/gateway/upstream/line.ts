import type { AppError } from '#server/lib/errors.ts'
import { Share, SharePart } from '../lib/share.ts'
import {
  beyondShare,
  isAuthenticated,
  type ShareBounds,
  type ShareHolder,
  type ShareKind,
} from '../lib/shares.ts'
import type { GatewayLimits, ShareScope } from '../lib/limits.ts'

export interface LineOptions {
  bounds: ShareBounds
  limits: Pick<
    GatewayLimits,
    'slowMs' | 'slowBytesPerSecond' | 'graceMs' | 'waitingPerCaller' | 'waitingCalls'
  >
  onFull: (scope: ShareScope) => void
  onSlow: () => void
}

/** Waiting requests of one kind; callers in the order in which they are served next. */
interface Waiting {
  callers: Map<string, LinePlace[]>
  length: number
}

/** A request's place: first in the line, then with a connection. */
export interface Place {
  /** Whether a connection is held. */
  readonly served: boolean
  /** The refusal of a request that waited too long for its share; undefined when it waited for the platform. */
  refusal(): AppError | undefined
  /** Its caller has to read, or has read; see `SharePart.waits`. */
  waits(drop: () => void, progress: () => number): void
  arrived(): void
  /** Returns the connection, or leaves the line. Idempotent. */
  leave(): void
}

/**
 * Distributes the connections to the platform. A request whose share has no free connection waits; callers are served in turn, so
 * that one with many requests delays only its own.
 */
export class Line {
  readonly #share: Share
  readonly #limits: LineOptions['limits']
  readonly #waiting = new Map<ShareKind, Waiting>()
  /** Of all kinds. */
  #length = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ bounds, limits, onFull, onSlow }: LineOptions) {
    this.#limits = limits
    this.#share = new Share({ bounds, limits, onFull, onSlow })
  }

  /** Number of waiting requests. */
  get length(): number {
    return this.#length
  }

  /**
   * A place that is served at once, or waits; then `start` is called when it has a connection. Throws beyond the bounds
   * of the line.
   */
  enter(holder: ShareHolder, start: () => void): Place {
    const place = new LinePlace(this, holder, start)
    // A request does not overtake those of its own caller.
    const waits = this.#length > 0 && this.#waiting.get(holder.kind)?.callers.has(holder.caller)
    if (waits || !this.#take(place)) this.#append(place)
    return place
  }

  /** Starts all that wait; called when the connections are closed, so that they fail. */
  close(): void {
    const places = [...this.#waiting.values()].flatMap(({ callers }) => [...callers.values()].flat())
    this.#waiting.clear()
    this.#shorten(this.#length)
    for (const { start } of places) start()
  }

  #take(place: LinePlace): boolean {
    const part = this.#share.take(place.holder)
    if (!(part instanceof SharePart)) return false
    place.part = part
    return true
  }

  #append(place: LinePlace): void {
    const { kind, caller } = place.holder
    const { waitingPerCaller, waitingCalls } = this.#limits
    const kept: Waiting = this.#waiting.get(kind) ?? { callers: new Map(), length: 0 }
    const places = kept.callers.get(caller) ?? []
    if (places.length >= waitingPerCaller) throw beyondShare('connections', 'caller')
    if (kept.length >= (isAuthenticated(place.holder) ? waitingCalls : waitingPerCaller))
      throw beyondShare('connections', 'kind')
    places.push(place)
    kept.callers.set(caller, places)
    kept.length++
    this.#waiting.set(kind, kept)
    this.#length++
    this.#timer ??= setInterval(() => this.#press(), this.#limits.graceMs).unref()
  }

  #shorten(by: number): void {
    this.#length -= by
    if (this.#length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Takes back the connections of slow callers for those that wait, which `serve` then gives to them. */
  #press(): void {
    for (const { callers } of [...this.#waiting.values()])
      for (const [place] of callers.values()) {
        if (place) this.#share.makeRoom(place.holder)
        break
      }
  }

  /** For `LinePlace`. */
  scopeWithoutRoom(holder: ShareHolder): ShareScope | undefined {
    return this.#share.fullScope(holder)
  }

  /** For `LinePlace`. */
  remove(place: LinePlace): void {
    const { kind, caller } = place.holder
    const kept = this.#waiting.get(kind)
    const places = kept?.callers.get(caller)
    const at = places?.indexOf(place) ?? -1
    if (!kept || !places || at < 0) return
    places.splice(at, 1)
    kept.length--
    this.#shorten(1)
    if (places.length === 0) kept.callers.delete(caller)
  }

  /** For `LinePlace`: after a connection was returned, serves the next request of each kind whose share has room. */
  serve(): void {
    if (this.#length === 0) return
    for (const { callers } of this.#waiting.values())
      for (const [caller, [place]] of callers) {
        const scope = place && this.#share.fullScope(place.holder)
        if (scope === 'total') return
        if (scope === 'kind') break
        if (!place || scope !== undefined) continue
        this.remove(place)
        // The other requests of this caller wait until all other callers were served.
        const rest = callers.get(caller)
        if (rest && callers.delete(caller)) callers.set(caller, rest)
        if (this.#take(place)) place.start()
        break
      }
  }
}

class LinePlace implements Place {
  readonly holder: ShareHolder
  readonly start: () => void
  readonly #line: Line
  part: SharePart | undefined

  constructor(line: Line, holder: ShareHolder, start: () => void) {
    this.#line = line
    this.holder = holder
    this.start = start
  }

  get served(): boolean {
    return this.part !== undefined
  }

  refusal(): AppError | undefined {
    if (this.served) return undefined
    const scope = this.#line.scopeWithoutRoom(this.holder)
    return scope === undefined || scope === 'total' ? undefined : beyondShare('connections', scope)
  }

  waits(drop: () => void, progress: () => number): void {
    this.part?.waits(drop, progress)
  }

  arrived(): void {
    this.part?.arrived()
  }

  leave(): void {
    if (!this.part) return this.#line.remove(this)
    this.part.release()
    this.#line.serve()
  }
}
