import { useMemo, useState } from 'react'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import type { BacklogParams } from '../backlog-params.ts'
import type { BacklogListRow } from '../sort-backlog.ts'
import { isOfApp, isQuiet, queueAddress, withQueues } from './queue-rows.ts'

const none: readonly BacklogListRow[] = []

/**
 * The rows of the backlog with their queues, and those of them that the query asks for. On a platform that does not tell
 * its queues the rows are those of the backlog.
 */
export function useQueueRows(rows: readonly BacklogListRow[] | undefined, query: BacklogParams) {
  const read = useQueues()
  const { queues } = read
  const [last, setLast] = useState({ rows, queues, joined: none })
  let { joined } = last
  if (last.rows !== rows || last.queues !== queues) {
    joined = rows && queues ? withQueues(rows, queues, last.joined) : (rows ?? none)
    setLast({ rows, queues, joined })
  }
  const isKnown = queues !== undefined
  const { waits, quiet, app, open, search } = query
  // A search finds what is hidden, and an open row is there whatever is asked for.
  const shown = useMemo(() => {
    if (!isKnown) return joined
    return joined.filter(
      (row) =>
        queueAddress(row) === open ||
        ((!waits || row.queued > 0) &&
          (app === null || isOfApp(row, app)) &&
          (quiet || search !== '' || !isQuiet(row))),
    )
  }, [isKnown, joined, waits, quiet, app, open, search])
  const hidden = useMemo(
    () => (quiet || search !== '' || waits || app !== null ? 0 : joined.length - shown.length),
    [quiet, search, waits, app, joined, shown],
  )
  // What the list has without filters.
  const counted = useMemo(
    () => joined.filter((row) => quiet || queueAddress(row) === open || !isQuiet(row)),
    [joined, quiet, open],
  )
  const isPending = read.isOffered && !isKnown
  return {
    read,
    isKnown,
    isPending,
    all: isKnown ? joined : (rows ?? none),
    counted,
    rows: rows && shown,
    hidden,
  }
}
