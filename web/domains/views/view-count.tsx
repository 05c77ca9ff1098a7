import { useDeferredValue, useEffect } from 'react'
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql'

/** Time between two counts of a view that is not shown, in milliseconds. */
const RECOUNT_MS = 60_000

/** How many rows there are; `more`: there are further ones, which are not counted. */
export interface RowCount {
  total: number | null
  more?: boolean | null
}

/** How many rows a view has; counted seldom, except for the shown one, whose list knows it. */
export function ViewCount<Data, Variables extends AnyVariables>({
  query,
  variables,
  countOf,
  shown,
  failed = false,
}: {
  query: TypedDocumentNode<Data, Variables>
  /** Must be the same object while they are the same. */
  variables: Variables
  countOf(data: Data): RowCount
  /** What the list says of the shown view; undefined for other views. */
  shown: RowCount | undefined
  /** Whether its rows are failures. */
  failed?: boolean | undefined
}) {
  // True from the second rendering on: the effect of the page, which asks for its rows, follows those of its children.
  const pageHasAsked = useDeferredValue(true, false)
  const [{ data }, count] = useQuery<Data, AnyVariables>({
    query: query as TypedDocumentNode<Data, AnyVariables>,
    variables,
    pause: shown !== undefined || !pageHasAsked,
    requestPolicy: 'cache-and-network',
  })
  useEffect(() => {
    if (shown !== undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') count({ requestPolicy: 'network-only' })
    }, RECOUNT_MS)
    return () => clearInterval(timer)
  }, [count, shown])
  const known = shown ?? (data && countOf(data))
  if (typeof known?.total !== 'number') return <span data-view-count />
  const text = `${known.total.toLocaleString('en')}${known.more ? '+' : ''}`
  return <span data-view-count={failed && known.total > 0 ? 'failed' : ''}>{text}</span>
}
