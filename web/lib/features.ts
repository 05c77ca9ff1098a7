import { type Client, useQuery } from 'urql'
import type { Feature } from '#shared/lib/features.ts'
import { capabilitiesQuery, ownMembershipQuery } from './account-operations.ts'
import { signedInUser, useSession } from './session-context.tsx'

/**
 * Whether the platform has a feature; false until it has told so. Whatever shows a feature renders nothing and makes
 * no call while this is false.
 */
export function useFeature(name: Feature): boolean {
  const [{ data }] = useQuery({ query: capabilitiesQuery })
  return data?.capabilities.features.includes(name) ?? false
}

/** Whether the platform lacks a feature for sure, so that what belongs to it is as good as unknown. */
export function useFeatureMissing(name: Feature): boolean {
  const [{ data }] = useQuery({ query: capabilitiesQuery })
  return data !== undefined && !data.capabilities.features.includes(name)
}

/** Whether the features are known, or could not be read; until then no screen needs to prepare for one. */
export function useFeaturesKnown(): boolean {
  const [{ data, error }] = useQuery({ query: capabilitiesQuery })
  return data !== undefined || error !== undefined
}

/** Time between two reads, in milliseconds. The gateway asks the platform as often. */
const REREAD_MS = 60 * 60_000
/** The same after a read that failed. */
const RETRY_MS = 30_000

/**
 * Reads the features now, hourly, and whenever `onGap` reports that the connection was interrupted. Every
 * `useFeature` is updated. Returns a function that stops it.
 */
export function keepFeatures(client: Client, onGap: (listener: () => void) => () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const read = async () => {
    clearTimeout(timer)
    const { error } = await client.query(capabilitiesQuery, {}, { requestPolicy: 'network-only' })
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void read(), error ? RETRY_MS : REREAD_MS)
  }
  const ignore = onGap(() => void read())
  void read()
  return () => {
    stopped = true
    clearTimeout(timer)
    ignore()
  }
}

/** The role of the user in the current account; undefined until it has been read. */
export function useOwnRole() {
  const { state } = useSession()
  const userId = (state.phase === 'known' ? signedInUser(state.view)?.user._id : undefined) ?? ''
  const [{ data, error }] = useQuery({ query: ownMembershipQuery, variables: { userId } })
  return { role: data?.membership.role, error }
}
