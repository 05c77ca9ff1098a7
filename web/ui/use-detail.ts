import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql'
import { useFailToast } from './use-fail-toast.ts'

/**
 * Loads what a detail screen shows, from the cache first and then from the network. A failure is told, and leads
 * to `back`, the list it belongs to (spec section 4). The end of the session is the shell's affair.
 */
export function useDetail<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { failed, back }: { failed: string; back: string },
): { data: Data | undefined; reread(): void } {
  const navigate = useNavigate()
  const [{ data, error }, execute] = useQuery<Data, AnyVariables>({
    query: query as TypedDocumentNode<Data, AnyVariables>,
    variables,
    requestPolicy: 'cache-and-network',
  })
  useFailToast(failed, error)
  useEffect(() => {
    if (error) void navigate(back, { replace: true })
  }, [error, navigate, back])
  return { data, reread: () => execute({ requestPolicy: 'network-only' }) }
}
