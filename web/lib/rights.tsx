import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useQuery } from 'urql'
import { ownMembershipQuery } from './account/account-operations.ts'
import { useFeature, useFeaturesKnown } from './features.ts'
import { lastKnown } from './last-known.ts'
import { dataOwner, useSession } from './session-context.tsx'
import { useUserId } from './settings/own-settings.ts'

/** What the user may do in the current account, and sees of it. */
interface OwnRights {
  /** To be told beside the name of the account. */
  isViewer: boolean
  /** Viewers change nothing: a control that changes something is absent for them. */
  mayChange: boolean
  /** Whether the user surely may: what viewers are refused is read only then. */
  surelyMayChange: boolean
  /** States, inputs, outputs and the text of logs are not shown. */
  payloadsHidden: boolean
}

const all: OwnRights = { isViewer: false, mayChange: true, surelyMayChange: true, payloadsHidden: false }
const RightsContext = createContext(all)

/** Reads the rights of the user. All of them on a platform without `roles`, which is not asked. */
export function RightsProvider({ children }: { children: ReactNode }) {
  const userId = useUserId() ?? ''
  const pause = !useFeature('roles') || userId === ''
  const areFeaturesKnown = useFeaturesKnown()
  const [{ data, error }] = useQuery({ query: ownMembershipQuery, variables: { userId }, pause })
  const owner = dataOwner(useSession().state) ?? ''
  const [before] = useState(() => lastKnown.read(owner).own)
  const told = data?.membership
  useEffect(() => {
    if (told) lastKnown.keep(owner, { own: { role: told.role, payloads: told.payloads } })
  }, [owner, told])
  // Until the role is read, that of the last visit: a viewer never sees buttons that vanish.
  const own = pause ? undefined : (told ?? before)
  const isViewer = own?.role === 'viewer'
  const payloadsHidden = isViewer && own.payloads === 'hidden'
  const isKnown = pause ? areFeaturesKnown : told !== undefined || error !== undefined
  const surelyMayChange = isKnown && !isViewer
  const rights = useMemo(
    () => ({ isViewer, mayChange: !isViewer, surelyMayChange, payloadsHidden }),
    [isViewer, surelyMayChange, payloadsHidden],
  )
  return <RightsContext value={rights}>{children}</RightsContext>
}

/** The rights of the user; all of them where none are read. */
export const useRights = (): OwnRights => useContext(RightsContext)

/** Controls that change something: absent for a user who may not. */
export function IfMayChange({ children }: { children: ReactNode }) {
  return useRights().mayChange ? children : null
}
