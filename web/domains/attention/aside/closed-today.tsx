import { ChevronRight } from 'lucide-react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { addressOf } from '../item-actions.ts'
import type { ClosedRow } from '../operations.ts'

/** What kinds are called together. */
const groupOf = (kind: string): (typeof groups)[number] => {
  if (kind === 'failure') return 'failure'
  if (kind.startsWith('queue')) return 'queue'
  return kind === 'runLate' ? 'run' : 'other'
}

const groups = ['failure', 'queue', 'run', 'other'] as const

/** How many items of which kind, always in this order: `3 failures, 2 queues`. */
export function closedSummary(rows: readonly Pick<ClosedRow, 'kind'>[]): string {
  const counts = groups.map((group) => ({
    group,
    count: rows.filter(({ kind }) => groupOf(kind) === group).length,
  }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ group, count }) => texts.closedOf[group](count))
    .join(', ')
}

/** What an item was about: an outage of one queue may have had several, and a plan several late runs. */
function subjectOf({ id, kind, links: { groupId, type, alias, planId } }: ClosedRow): string {
  if (groupId) return groupId
  if (kind === 'runLate' && planId) return planId
  return type && alias ? `${type}/${alias}` : id
}

/** A subject by what closed last, and how many items of it have closed. */
interface ClosedSubject extends ClosedRow {
  times: number
}

/** One for each subject, the newest first. */
export function closedSubjects(rows: readonly ClosedRow[]): ClosedSubject[] {
  const found = new Map<string, ClosedSubject>()
  for (const row of rows.toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1))) {
    const newest = found.get(subjectOf(row))
    if (newest) newest.times++
    else found.set(subjectOf(row), { ...row, times: 1 })
  }
  return [...found.values()]
}

/** What closed by itself today, folded; the newest first. */
export function ClosedToday({ rows }: { rows: readonly ClosedRow[] | undefined }) {
  const newest = closedSubjects(rows ?? [])
  return (
    <details data-closed>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <h2>{texts.closedToday}</h2>
        <span data-closed-count>{rows && newest.length}</span>
        <span data-aside-note>
          {newest.length > 0 ? closedSummary(newest) : rows ? texts.noneClosed : '\u00a0'}
        </span>
      </summary>
      <ul>
        {newest.map((row) => (
          <ClosedItem key={subjectOf(row)} row={row} />
        ))}
      </ul>
    </details>
  )
}

function ClosedItem({ row }: { row: ClosedSubject }) {
  const address = addressOf(row)
  const { at } = row
  const time = useOfNow(10_000, (now) => (at ? formatMoment(new Date(at), new Date(now)) : ''))
  return (
    <li>
      {address ? <TextLink to={address}>{row.sentence}</TextLink> : <span>{row.sentence}</span>}
      <span data-aside-note>
        {row.text}
        {at && (
          <>
            {' · '}
            {row.times > 1 && texts.closedTimes(row.times)}
            <time dateTime={at}>{time}</time>
          </>
        )}
      </span>
    </li>
  )
}
