import type { TypedDocumentNode } from 'urql'
import type { PollingState } from '#shared/domains/queues/need.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import type { PagingQuery } from '#web/lib/paging.ts'
import { type LastRead, useLastRead } from '#web/lib/use-last-read.ts'
import { useNeededRows } from './needed-rows.tsx'

interface Page<Row> {
  rows: readonly Row[]
  total: number
}

/**
 * The page of those rows of a list that need something, by `useNeededRows`. Where the list has further pages all of it is
 * read, once one may need something (`hasNeeds`). `read` is that of the page that is shown without them.
 */
export function useNeededPage<Data, Variables extends PagingQuery, Row>({
  query,
  variables,
  read,
  pageOf,
  hasNeeds,
  onChange,
  ...shown
}: {
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  read: LastRead<Data>
  pageOf(data: Data): Page<Row>
  stateOf(row: Row): PollingState | undefined
  hasNeeds: boolean
  noun: string
  isOn: boolean
  onChange(change: { need: boolean; page: 1 }): void
}) {
  const { page, perPage } = variables
  const listed = read.current && read.data ? pageOf(read.data) : undefined
  const isWhole = listed?.rows.length === listed?.total
  const whole = useLastRead(
    query,
    { ...variables, page: 1, perPage: MAX_PAGE_SIZE },
    { pause: !listed || isWhole || !hasNeeds },
  )
  const all = isWhole || !hasNeeds ? listed : whole.current && whole.data ? pageOf(whole.data) : undefined
  const needed = useNeededRows({
    ...shown,
    all: all?.rows,
    onChange: (need) => onChange({ need, page: 1 }),
  })
  const { rows } = needed
  return {
    ...needed,
    page: rows && { rows: rows.slice((page - 1) * perPage, page * perPage), total: rows.length },
  }
}
