import { type Client, type CombinedError, useClient, useQuery } from 'urql'
import type { Feature } from '#shared/lib/features.ts'
import { capabilitiesQuery, ownMembershipQuery } from './account/account-operations.ts'
import { lastKnown } from './last-known.ts'
import { signedInUser, useSession } from './session-context.tsx'

/** The features that were read last, by client: a read that fails answers without them, and must not take screens away. */
const lastRead = new WeakMap<Client, readonly string[]>()

/** Those of the last visit, with which a page begins. */
const lastVisit = new WeakMap<Client, readonly string[] | undefined>()

/** Begins a page with the features that this browser knows of a user in an account. */
export function recallFeatures(client: Client, owner: string): void {
  lastVisit.set(client, lastKnown.read(owner).features)
}

/** The features that the platform has told on this visit, and the fault of the last read. */
function useTold() {
  const client = useClient()
  const [{ data, error }] = useQuery({ query: capabilitiesQuery })
  return { client, told: data?.capabilities.features ?? lastRead.get(client), error }
}

/** The features of the platform, at first those of the last visit; undefined while none are known. */
function useFeatures(): readonly string[] | undefined {
  const { client, told } = useTold()
  return told ?? lastVisit.get(client)
}

/**
 * Whether the platform has a feature, as it has told last; false until it has told so. Whatever shows a feature renders
 * nothing and makes no call while this is false.
 */
export function useFeature(name: Feature): boolean {
  return useOffered(name) ?? false
}

/** The same for what keeps the place of a feature: undefined until the platform has told any features. */
export function useOffered(name: Feature): boolean | undefined {
  return useFeatures()?.includes(name)
}

/**
 * Why a feature is not offered on this visit: true where the platform lacks it for sure, so that what belongs to it is as good
 * as unknown, else the fault of the read; undefined while the features are read for the first time.
 */
export function useFeatureMissing(name: Feature): boolean | CombinedError | undefined {
  const { told, error } = useTold()
  return told ? !told.includes(name) : error
}

/** Whether the features are known, or could not be read; until then no screen needs to prepare for one. */
export function useFeaturesKnown(): boolean {
  const { error } = useTold()
  return useFeatures() !== undefined || error !== undefined
}

/** Time between two reads, in milliseconds. The gateway asks the platform as often. */
const REREAD_MS = 60 * 60_000
/** The same after a read that failed; longer than the gateway keeps a failure. */
const RETRY_MS = 15_000

/**
 * Reads the features now, hourly, and whenever `onGap` reports that the connection was interrupted. Every
 * `useFeature` is updated, and this browser keeps them for the next visit. Returns a function that stops it.
 */
export function keepFeatures(
  client: Client,
  owner: string,
  onGap: (listener: () => void) => () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const read = async () => {
    clearTimeout(timer)
    const { data, error } = await client.query(capabilitiesQuery, {}, { requestPolicy: 'network-only' })
    if (data) {
      const { features } = data.capabilities
      lastRead.set(client, features)
      lastKnown.keep(owner, { features })
    }
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
