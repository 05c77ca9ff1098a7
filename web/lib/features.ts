import { type Client, type CombinedError, useClient, useQuery } from 'urql'
import type { Feature } from '#shared/lib/features.ts'
import { capabilitiesQuery, ownMembershipQuery } from './account/account-operations.ts'
import { signedInUser, useSession } from './session-context.tsx'

/** The features that were read last, by client: a read that fails answers without them, and must not take screens away. */
const lastKnown = new WeakMap<Client, readonly string[]>()

/** The features of the platform; undefined until they have been read. With the fault of the last read. */
function useFeatures(): { features: readonly string[] | undefined; error: CombinedError | undefined } {
  const client = useClient()
  const [{ data, error }] = useQuery({ query: capabilitiesQuery })
  return { features: data?.capabilities.features ?? lastKnown.get(client), error }
}

/**
 * Whether the platform has a feature; false until it has told so. Whatever shows a feature renders nothing and makes
 * no call while this is false.
 */
export function useFeature(name: Feature): boolean {
  return useFeatures().features?.includes(name) ?? false
}

/** Whether the platform lacks a feature for sure, so that what belongs to it is as good as unknown. */
export function useFeatureMissing(name: Feature): boolean {
  const { features } = useFeatures()
  return features !== undefined && !features.includes(name)
}

/** Whether the features are known, or could not be read; until then no screen needs to prepare for one. */
export function useFeaturesKnown(): boolean {
  const { features, error } = useFeatures()
  return features !== undefined || error !== undefined
}

/** Why no features are known; undefined while they are read for the first time, and once they are known. */
export function useFeaturesFault(): CombinedError | undefined {
  const { features, error } = useFeatures()
  return features ? undefined : error
}

/** Time between two reads, in milliseconds. The gateway asks the platform as often. */
const REREAD_MS = 60 * 60_000
/** The same after a read that failed; longer than the gateway keeps a failure. */
const RETRY_MS = 15_000

/**
 * Reads the features now, hourly, and whenever `onGap` reports that the connection was interrupted. Every
 * `useFeature` is updated. Returns a function that stops it.
 */
export function keepFeatures(client: Client, onGap: (listener: () => void) => () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const read = async () => {
    clearTimeout(timer)
    const { data, error } = await client.query(capabilitiesQuery, {}, { requestPolicy: 'network-only' })
    if (data) lastKnown.set(client, data.capabilities.features)
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
