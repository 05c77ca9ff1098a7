import { Box, Skeleton } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { createRequest, useQuery, type AnyVariables, type CombinedError, type TypedDocumentNode } from 'urql'
import { useFailToast } from './request-toasts.ts'

const isGone = (error: CombinedError) =>
  error.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND')

/**
 * Loads the object of a detail screen, from the cache first and then from the network. A failure is reported
 * and leads to `back`, the list of such objects. After the first success a failed read is only reported, so
 * that the user can continue editing, unless the object no longer exists. The shell handles the end of the
 * session.
 */
export function useDetail<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { failed, back }: { failed: string; back: string },
): { data: Data | undefined; reread(): void } {
  const navigate = useNavigate()
  const [{ data, error, stale, fetching }, execute] = useQuery<Data, AnyVariables>({
    query: query as TypedDocumentNode<Data, AnyVariables>,
    variables,
    requestPolicy: 'cache-and-network',
  })
  useFailToast(failed, error)
  const asked = createRequest(query, variables).key
  const loaded = useRef<number | null>(null)
  useEffect(() => {
    if (data && !error && !stale && !fetching) loaded.current = asked
    if (error && (loaded.current !== asked || isGone(error))) void navigate(back, { replace: true })
  }, [data, error, stale, fetching, asked, navigate, back])
  return { data, reread: () => execute({ requestPolicy: 'network-only' }) }
}

/** The placeholder of a detail page while it loads: breadcrumb, title and panels. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <Box role="status" aria-label={label}>
      <Skeleton height="3" width="160px" mt="0.5" />
      <Skeleton height="5" width="240px" mt="4" mb="6" />
      <Skeleton height="200px" borderRadius="lg" />
      <Skeleton height="160px" mt="3.5" borderRadius="lg" />
    </Box>
  )
}
