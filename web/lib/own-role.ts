import { useQuery } from 'urql'
import { ownMembershipQuery } from './own-role-operations.ts'
import { signedInUser, useSession } from './session-context.tsx'

/** The role of the user in the current account; undefined until it has been read. */
export function useOwnRole() {
  const { state } = useSession()
  const userId = (state.phase === 'known' ? signedInUser(state.view)?.user._id : undefined) ?? ''
  const [{ data, error }] = useQuery({ query: ownMembershipQuery, variables: { userId } })
  return { role: data?.membership.role, error }
}
