import { createContext, type ReactNode, useContext } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { shortDuration, unbroken } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { formatExactOrClock, formatMoment } from '#web/ui/time/moment.tsx'
import type { AttentionRow } from '../operations.ts'
import { itemsBehind, type ListedItem } from './joined-items.ts'

type Line = AttentionRow['details'][number]

/** Why items have closed, by their ids. */
export const ClosedReasons = createContext<ReadonlyMap<string, string>>(new Map())

/** The lines below the sentence of an item; `end` ends the last one. */
export function ItemLines({ lines, end }: { lines: readonly Line[]; end: ReactNode }) {
  if (lines.length === 0 && end) return <p data-item-line>{end}</p>
  return lines.map((line, place) => (
    <p key={place} data-item-line>
      {line.parts.map((part, index) => (
        <Part key={index} {...part} />
      ))}
      {end && place === lines.length - 1 && (
        <>
          {BETWEEN_FACTS}
          {end}
        </>
      )}
    </p>
  ))
}

function Part({ kind, text }: Line['parts'][number]) {
  if (kind === 'strong') return <strong>{text}</strong>
  if (kind === 'code') return <code>{text}</code>
  return kind === 'time' ? <Clock moment={text} /> : unbroken(text.replaceAll(' · ', BETWEEN_FACTS))
}

/** A moment in the zone of its reader: a time of day, or on another day with the date. */
function Clock({ moment, exact = false }: { moment: string; exact?: boolean }) {
  const format = exact ? formatExactOrClock : formatMoment
  const at = new Date(moment)
  const isKnown = !Number.isNaN(at.getTime())
  const text = useOfNow(10_000, (now) => (isKnown ? format(at, new Date(now)) : moment))
  return isKnown ? <time dateTime={moment}>{text}</time> : text
}

/** What is out of the ordinary about an item: it came back, or it is muted. */
export function ItemStates({
  item: { closedBefore, passedBefore, mutedUntil, since },
}: {
  item: AttentionRow
}) {
  if (closedBefore === null && mutedUntil === null) return null
  const after = closedBefore && since ? Date.parse(since) - Date.parse(closedBefore) : -1
  // Moments of one minute would read the same.
  const isSoon = after >= 0 && after < 60_000
  return (
    <p data-item-line data-item-state>
      {closedBefore !== null && (
        <span>
          {passedBefore ? texts.againPassed : texts.again} <Clock moment={closedBefore} exact={isSoon} />
          {isSoon && texts.back(shortDuration(after))}
        </span>
      )}
      {mutedUntil === 'change' && <span>{texts.mutedUntilChange}</span>}
      {mutedUntil !== null && mutedUntil !== 'change' && (
        <span>
          {texts.mutedUntil} <Clock moment={mutedUntil} />
        </span>
      )}
    </p>
  )
}

/** Why an item that leaves has closed; its reason is read with the figures. */
export function ClosedLine({ item }: { item: ListedItem }) {
  const reasons = useContext(ClosedReasons)
  const reason = itemsBehind(item).flatMap(({ id }) => reasons.get(id) ?? [])[0] ?? null
  return (
    <p data-item-line data-item-closed role="status">
      {texts.closed(reason)}
    </p>
  )
}
