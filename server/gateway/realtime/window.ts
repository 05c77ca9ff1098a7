import type { Group } from './group.ts'

/** How long a client may be disconnected and still get what it missed, in milliseconds. */
export const WINDOW_AGE = 120_000
/**
 * Maximum number of bytes that one channel keeps for that, including the overhead of each event and of each
 * group it was sent to.
 */
export const WINDOW_BYTES = 8 * 1024 * 1024
const EVENT_BYTES = 64
const GROUP_BYTES = 48

/** The recent messages of a channel by offset: the payloads of each group, which most groups share. */
export interface Window {
  /** Payloads of `group` after `offset`, in order; null when some of them are no longer kept. */
  after(offset: number, group: Group): Buffer[] | null
  keep(offset: number, payloads: ReadonlyMap<Group, Buffer>): void
  /** A gap: a client at a position up to `offset` cannot continue. */
  cut(offset: number): void
}

interface Kept {
  offset: number
  at: number
  bytes: number
  payloads: ReadonlyMap<Group, Buffer>
}

/** Limited by age and bytes; the oldest entries are dropped first. */
export function createWindow(now: () => number, maxAge = WINDOW_AGE, maxBytes = WINDOW_BYTES): Window {
  let kept: Kept[] = []
  /** Entries of `kept` before this index are dropped; the array is cut when they are the greater part. */
  let first = 0
  let bytes = 0
  /** The last offset that is no longer kept. */
  let floor = 0

  function shorten(): void {
    const oldest = now() - maxAge
    for (let entry = kept[first]; entry && (entry.at < oldest || bytes > maxBytes); entry = kept[++first]) {
      bytes -= entry.bytes
      floor = entry.offset
    }
    if (first * 2 <= kept.length) return
    kept = kept.slice(first)
    first = 0
  }

  return {
    after(offset, group) {
      shorten()
      if (offset < floor) return null
      return kept.slice(first).flatMap((entry) => {
        const payload = entry.offset > offset && entry.payloads.get(group)
        return payload ? [payload] : []
      })
    },
    keep(offset, payloads) {
      // No group was sent it, so no client can miss it.
      if (!payloads.size) return shorten()
      let size = EVENT_BYTES + GROUP_BYTES * payloads.size
      for (const { length } of new Set(payloads.values())) size += length
      kept.push({ offset, at: now(), bytes: size, payloads })
      bytes += size
      shorten()
    },
    cut(offset) {
      kept = []
      first = 0
      bytes = 0
      floor = offset
    },
  }
}
