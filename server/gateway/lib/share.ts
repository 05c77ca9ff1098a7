import type { GatewayLimits, ShareScope } from './limits.ts'
import type { ShareBounds, ShareHolder } from './shares.ts'

export interface ShareOptions {
  bounds: ShareBounds
  limits: Pick<GatewayLimits, 'slowMs' | 'slowBytesPerSecond' | 'graceMs'>
  /** Called for each refusal, and for each part that was taken back to make room. */
  onFull: (scope: ShareScope) => void
  /** Called for each part that was taken back because its caller was too slow. */
  onSlow?: () => void
}

/** A part that waits for its own caller. */
interface Waiting {
  since: number
  /** Bytes moved so far; undefined: the pace is not measured. */
  progress: (() => number) | undefined
  checked: { at: number; progress: number }
  drop: () => void
}

/**
 * A resource that all callers share, within bounds for one caller, one address, one kind of request and all together.
 * When a bound is reached, the part of the same scope that has waited longest for its own caller is taken back: a slow
 * client never displaces one whose request is complete. Without such a part the new request is refused.
 */
export class Share {
  readonly #options: ShareOptions
  readonly #callers = new Map<string, number>()
  readonly #addresses = new Map<string, number>()
  readonly #kinds = new Map<string, number>()
  /** In the order in which they began to wait. */
  readonly #waiting = new Map<SharePart, Waiting>()
  #total = 0
  #sweep: NodeJS.Timeout | undefined

  constructor(options: ShareOptions) {
    this.#options = options
  }

  get total(): number {
    return this.#total
  }

  /** A part of the resource, or the scope that has no room for it. */
  take(holder: ShareHolder, amount = 1): SharePart | ShareScope {
    const scope = this.makeRoom(holder, amount)
    if (scope !== undefined) return scope
    this.#add(holder, amount)
    return new SharePart(this, holder, amount)
  }

  /** As `take`, but beyond the bounds if no part could be taken back. */
  takeAnyway(holder: ShareHolder): SharePart {
    this.makeRoom(holder)
    this.#add(holder, 1)
    return new SharePart(this, holder, 1)
  }

  /** As `fullScope`, after parts of slow callers, except `own`, were taken back. */
  makeRoom(holder: ShareHolder, amount = 1, own?: SharePart): ShareScope | undefined {
    let scope = this.fullScope(holder, amount)
    while (scope !== undefined) {
      this.#options.onFull(scope)
      if (!this.#takeBack(holder, scope, own)) return scope
      scope = this.fullScope(holder, amount)
    }
    return undefined
  }

  /** The narrowest scope without room for that much more. */
  fullScope({ caller, address, kind }: ShareHolder, amount = 1): ShareScope | undefined {
    const { bounds } = this.#options
    if ((this.#callers.get(caller) ?? 0) + amount > bounds.caller) return 'caller'
    if (address !== '' && (this.#addresses.get(address) ?? 0) + amount > bounds.address) return 'address'
    const most = bounds.kinds[kind]
    if (most !== undefined && (this.#kinds.get(kind) ?? 0) + amount > most) return 'kind'
    return this.#total + amount > bounds.total ? 'total' : undefined
  }

  /** Takes back the part of the scope that has waited longest for its caller. */
  #takeBack(holder: ShareHolder, scope: ShareScope, own?: SharePart): boolean {
    const latest = performance.now() - this.#options.limits.graceMs
    for (const [part, { since, drop }] of this.#waiting) {
      if (since > latest) return false
      if (part === own || (scope !== 'total' && part.holder[scope] !== holder[scope])) continue
      part.release()
      drop()
      return true
    }
    return false
  }

  #add({ caller, address, kind }: ShareHolder, amount: number): void {
    add(this.#callers, caller, amount)
    if (address !== '') add(this.#addresses, address, amount)
    add(this.#kinds, kind, amount)
    this.#total += amount
  }

  /** For `SharePart`. */
  change(part: SharePart, by: number): ShareScope | undefined {
    const scope = by > 0 ? this.makeRoom(part.holder, by, part) : undefined
    if (scope === undefined) this.#add(part.holder, by)
    return scope
  }

  /** For `SharePart`. */
  wait(part: SharePart, drop: () => void, progress?: () => number): void {
    if (this.#waiting.has(part)) return
    const since = performance.now()
    const checked = { at: since, progress: progress?.() ?? 0 }
    this.#waiting.set(part, { since, progress, checked, drop })
    if (progress) this.#sweep ??= setInterval(() => this.#dropSlow(), this.#options.limits.slowMs / 5).unref()
  }

  /** For `SharePart`. */
  endWait(part: SharePart): void {
    if (!this.#waiting.delete(part) || this.#waiting.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  /** Takes back every part whose caller moved too few bytes in the last `slowMs`. */
  #dropSlow(): void {
    const { slowMs, slowBytesPerSecond } = this.#options.limits
    const now = performance.now()
    for (const [part, { checked, progress, drop }] of this.#waiting) {
      if (!progress || now - checked.at < slowMs) continue
      const moved = progress()
      const tooSlow = moved - checked.progress < ((now - checked.at) / 1000) * slowBytesPerSecond
      checked.at = now
      checked.progress = moved
      if (!tooSlow) continue
      this.#options.onSlow?.()
      part.release()
      drop()
    }
  }
}

/** A part of a shared resource. */
export class SharePart {
  readonly holder: ShareHolder
  readonly #share: Share
  #amount: number

  constructor(share: Share, holder: ShareHolder, amount: number) {
    this.#share = share
    this.holder = holder
    this.#amount = amount
  }

  /** Takes that much more, or returns the scope that has no room for it. */
  grow(by: number): ShareScope | undefined {
    const scope = this.#share.change(this, by)
    if (scope === undefined) this.#amount += by
    return scope
  }

  /**
   * From now on the part waits for its own caller. `drop` is called, after the part was released, when others need
   * it, or when `progress` (bytes so far) shows that the caller is too slow.
   */
  waits(drop: () => void, progress?: () => number): void {
    this.#share.wait(this, drop, progress)
  }

  /** The caller has done its part. */
  arrived(): void {
    this.#share.endWait(this)
  }

  /** Idempotent. */
  release(): void {
    this.#share.endWait(this)
    this.#share.change(this, -this.#amount)
    this.#amount = 0
  }
}

function add(counts: Map<string, number>, key: string, amount: number): void {
  const count = (counts.get(key) ?? 0) + amount
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
