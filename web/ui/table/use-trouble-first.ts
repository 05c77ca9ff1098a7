import { useMemo, useState } from 'react'
import { type PollingState, pollingStates, troubleRank } from '#shared/domains/queues/need.ts'
import { useInterval } from '#web/lib/use-time.ts'
import { useListTouches } from './use-list-touches.ts'

/** The rank of each row in trouble, as one value: of equal ones nothing moves. */
const ranksOf = <Row extends { id: string }>(
  all: readonly Row[] | undefined,
  stateOf: (row: Row) => PollingState | undefined,
): string =>
  (all ?? [])
    .flatMap((row) => {
      const rank = troubleRank(stateOf(row))
      return rank === null ? [] : [`${row.id} ${rank}`]
    })
    .join('\n')

/**
 * The rows of a list, those in trouble first; their places change only while the user does not work in the list. `touches`
 * are for the element around it.
 */
export function useTroubleFirst<Row extends { id: string }>(
  all: readonly Row[] | undefined,
  stateOf: (row: Row) => PollingState | undefined,
) {
  const { pointer, focus, scrolled, handlers: touches } = useListTouches('[data-row]')
  const now = useMemo(() => ranksOf(all, stateOf), [all, stateOf])
  const [kept, keep] = useState(now)
  const isHeld = kept !== '' && (pointer || focus || scrolled)
  if (!isHeld && kept !== now) keep(now)
  const ordered = useMemo(() => {
    const ranks = new Map(kept.split('\n').map((line) => line.split(' ') as [string, string]))
    const rankOf = ({ id }: Row) => Number(ranks.get(id) ?? pollingStates.length)
    return all?.toSorted((a, b) => rankOf(a) - rankOf(b))
  }, [all, kept])
  return { ordered, touches }
}

/** Rows wait for so long until it is known which are in trouble, in milliseconds. */
const PATIENCE_MS = 1500

/** Whether rows still wait for their order: a slow read of it does not keep them back. */
export function useStillWaits(waits: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useInterval(waits && !isLate ? PATIENCE_MS : null, () => setIsLate(true))
  return waits && !isLate
}
