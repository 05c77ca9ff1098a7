import { Box, Skeleton } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { createRequest, type AnyVariables, type CombinedError, type TypedDocumentNode } from 'urql'
import { isAway, isOutdated } from '#web/lib/away.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { failText } from '../feedback/error-text.ts'
import { FailedState } from '../feedback/placeholders.tsx'
import { useFailToast } from '../feedback/request-toasts.ts'
import { type Crumb, PageHead } from './page-head.tsx'

const isGone = (error: CombinedError) =>
  error.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND')

export interface Detail<Data> {
  data: Data | undefined
  /** Why there is no data yet, while the console is away or newer than the page. */
  away: string | undefined
  reread(): void
  /** The pages above it, the list of such objects last. */
  above: Crumb[]
}

/**
 * Loads the object of a detail screen, from the cache first and then from the network. A failure is reported
 * and leads to the list of such objects, the last page of `above`. After the first success a failed read is only reported, so
 * that the user can continue editing, unless the object no longer exists. While the console is away the page stays
 * and is read again by itself; it stays too when it is older than the console. The shell handles the end of the session.
 */
export function useDetail<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { failed, above }: { failed: string; above: Crumb[] },
): Detail<Data> {
  const navigate = useNavigate()
  const back = above.at(-1)?.to ?? '/'
  const { data, current, error, reading, reread } = useLastRead(query, variables)
  const stays = isAway(error) || isOutdated(error)
  const away = !current && stays ? error : undefined
  useFailToast(failed, error)
  const asked = createRequest(query, variables).key
  const loaded = useRef<number | null>(null)
  useEffect(() => {
    if (current && !error && !reading) loaded.current = asked
    if (!error || stays) return
    if (loaded.current !== asked || isGone(error)) void navigate(back, { replace: true })
  }, [current, error, stays, reading, asked, navigate, back])
  return { data: current ? data : undefined, away: away && failText(failed, away), reread, above }
}

/**
 * In place of a detail page before it is loaded: breadcrumb, title and panels; or why it cannot be loaded, below the head
 * that every page has, so that the ways to the pages above it remain.
 */
export function DetailSkeleton({
  title,
  detail: { away, reread, above },
}: {
  /** What the page shows, in one word, such as "Plan". */
  title: string
  detail: Pick<Detail<unknown>, 'away' | 'reread' | 'above'>
}) {
  if (away !== undefined)
    return (
      <>
        {/* The tab has no title, so this place is not kept under a name that many pages share. */}
        <PageHead crumbs={[...above, { label: title }]} title={title} tabTitle="" />
        <FailedState message={away} onRetry={reread} />
      </>
    )
  return (
    <Box role="status" aria-label={`Loading ${title.toLowerCase()}`}>
      <Skeleton height="3" width="160px" mt="0.5" />
      <Skeleton height="5" width="240px" mt="4" mb="6" />
      <Skeleton height="200px" borderRadius="lg" />
      <Skeleton height="160px" mt="3.5" borderRadius="lg" />
    </Box>
  )
}
