import { useState } from 'react'
import type { TypedDocumentNode } from 'urql'
import type { PollingState } from '#shared/domains/queues/need.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import type { PagingQuery } from '#web/lib/paging.ts'
import { type LastRead, useLastRead } from '#web/lib/use-last-read.ts'
import { useNeededRows } from './needed-rows.tsx'
import { useStillWaits } from './use-trouble-first.ts'

interface Page<Row> {
  rows: Row[]
  total: number
}

/**
 * A page of a list, with those rows first that are in trouble unless another order was chosen, or only those that need
 * something (`isOn`), by `useNeededRows`. Where the list has further pages all of it is read, once a row may be in trouble
 * (`hasTrouble`). `read` is that of the page in the list's own order; `page` is undefined until it is known, also while it
 * is not known how the rows stand (`isPending`): no row moves after it was shown first.
 */
export function useNeededPage<Data, Variables extends PagingQuery, Row extends { id: string }>({
  query,
  variables,
  read,
  pageOf,
  hasTrouble,
  isPending,
  onChange,
  ...shown
}: {
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  read: LastRead<Data>
  pageOf(data: Data): Page<Row>
  stateOf(row: Row): PollingState | undefined
  hasTrouble: boolean
  isPending: boolean
  noun: string
  isOn: boolean
  onChange(change: { need: boolean; page: 1 }): void
}) {
  const { page, perPage, sort } = variables
  const own = read.data && pageOf(read.data)
  const isWhole = !own || own.rows.length === own.total
  const whole = useLastRead(
    query,
    { ...variables, page: 1, perPage: MAX_PAGE_SIZE },
    { pause: isWhole || !hasTrouble },
  )
  const listed = read.current ? own : undefined
  const all = isWhole || !hasTrouble ? listed : whole.current && whole.data ? pageOf(whole.data) : undefined
  const needed = useNeededRows({
    ...shown,
    all: all?.rows,
    onChange: (need) => onChange({ need, page: 1 }),
  })
  const isOrdered = sort === undefined && hasTrouble
  const waits = useStillWaits(own !== undefined && (isPending || (isOrdered && !all && whole.reading)))
  // Later the rows stay while the whole list is read.
  const [isShown, setIsShown] = useState(false)
  if (own && !waits && !isShown) setIsShown(true)
  const rows = shown.isOn ? needed.rows : isOrdered ? needed.ordered : undefined
  const inTheirOrder = shown.isOn || (waits && !isShown) ? undefined : own
  return {
    ...needed,
    page: rows
      ? { rows: rows.slice((page - 1) * perPage, page * perPage), total: rows.length }
      : inTheirOrder,
  }
}
