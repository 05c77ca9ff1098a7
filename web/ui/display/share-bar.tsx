import './share-bar.css'
import { memo } from 'react'
import { statusLabel } from '#shared/lib/status-label.ts'

/** A part of a whole: so many of one status. */
export interface BarPart {
  status: string
  count: number
}

/** A smaller part could not be seen, in per cent. */
const SMALLEST = 3

/**
 * The widths of parts in per cent, together 100: by their counts, but none below 3. The others shrink in proportion. Parts
 * without a count are left out.
 */
export function shareWidths(shares: readonly BarPart[]): (BarPart & { width: number })[] {
  const shown = shares.filter(({ count }) => count > 0)
  const small = new Set<BarPart>()
  // A part that was large enough may fall below the limit when it makes room for the small ones.
  for (;;) {
    const rest = shown.filter((share) => !small.has(share))
    const total = rest.reduce((sum, { count }) => sum + count, 0)
    const room = 100 - SMALLEST * small.size
    const widthOf = ({ count }: BarPart) => (count / total) * room
    const next = rest.filter((share) => widthOf(share) < SMALLEST)
    if (next.length === 0)
      return shown.map((share) => ({ ...share, width: small.has(share) ? SMALLEST : widthOf(share) }))
    for (const share of next) small.add(share)
  }
}

/** What a bar shows, in words: `320 completed, 4 failed, 9 running`. */
export const shareText = (shares: readonly BarPart[]): string =>
  shares
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${statusLabel(status)}`)
    .join(', ')

/** Runs by status as parts of one bar; `empty` says in words that there are none. */
export const ShareBar = memo(function ShareBar({
  shares,
  empty,
}: {
  shares: readonly BarPart[]
  empty: string
}) {
  const words = shareText(shares) || empty
  return (
    <span data-share-bar role="img" aria-label={words} title={words}>
      {shareWidths(shares).map(({ status, width }) => (
        <span key={status} data-status={status} style={{ flexGrow: width }} />
      ))}
    </span>
  )
})

/** What the colours of bars mean. Hidden from screen readers, to whom each bar tells its numbers. */
export function ShareLegend({ statuses }: { statuses: readonly string[] }) {
  return (
    <span data-share-legend aria-hidden>
      {statuses.map((status) => (
        <span key={status}>
          <span data-share-bar>
            <span data-status={status} />
          </span>
          {statusLabel(status)}
        </span>
      ))}
    </span>
  )
}
