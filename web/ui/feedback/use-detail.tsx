import { Box, Skeleton } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { createRequest, useQuery, type AnyVariables, type CombinedError, type TypedDocumentNode } from 'urql'
import { useFailToast } from './request-toasts.ts'

const isGone = (error: CombinedError) =>
  error.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND')

/**
 * Loads what a detail screen shows, from the cache first and then from the network. A failure is told, and leads
 * to `back`, the list it belongs to (spec section 4). Once it is loaded, a later read that fails is told and takes
 * nobody away from what they are editing, unless what they edit is gone. The end of the session is the shell's affair.
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

/** The place of a detail page that is still on its way: breadcrumb, title and a panel. */
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
