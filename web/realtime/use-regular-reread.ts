import { useInterval } from '../lib/use-time.ts'
import type { LastRead } from '../lib/use-last-read.ts'
import { useRereadOnReturn } from './use-reread-on-return.ts'

/** Time between two reads of what is shown, in milliseconds. */
const REREAD_MS = 5000

type Reads = readonly Pick<LastRead<unknown>, 'rereadInBackground' | 'readAt' | 'error'>[]

/**
 * Reads again every five seconds while the tab is visible, and when it comes back into view. While `paused` only when it comes
 * back, and every ten seconds while a read fails. Returns when the oldest of the reads succeeded, in milliseconds since 1970,
 * and whether one of them fails.
 */
export function useRegularReread(reads: Reads, paused = false): { readAt: number | null; failing: boolean } {
  const reread = () => {
    for (const read of reads) read.rereadInBackground()
  }
  useInterval(paused ? null : REREAD_MS, () => {
    if (document.visibilityState !== 'hidden') reread()
  })
  const failing = reads.some(({ error }) => error !== undefined)
  const times = reads.map(({ readAt }) => readAt).filter((at) => at !== null)
  const readAt = times.length === reads.length ? Math.min(...times) : null
  useRereadOnReturn({ readAt, failing: paused && failing, reread })
  return { readAt, failing }
}
