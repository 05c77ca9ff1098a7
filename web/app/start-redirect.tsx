import { useDeferredValue, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { useQuery } from 'urql'
import { settingsQuery } from '#web/lib/account/account-operations.ts'
import { useFeature, useFeaturesKnown } from '#web/lib/features.ts'
import { redirectTarget } from '#web/lib/login-address.ts'
import { useUserId } from '#web/lib/settings/own-settings.ts'
import { preferences } from '#web/lib/settings/preferences.ts'
import { paths } from '#web/paths.ts'
import type { WithoutPage } from './unknown-address.tsx'

/** So long the first page waits for the choice of the user, in milliseconds. */
const PATIENCE_MS = 1500

interface Arrival extends Partial<WithoutPage> {
  signedIn?: boolean
}

/**
 * `/` leads to the page that the user has chosen to begin with, else to the apps. After a sign-in the choice is read again,
 * because it may have been made in another browser.
 */
export function StartRedirect() {
  const arrival = useLocation().state as Arrival | null
  const isMissing = arrival?.missing !== undefined
  const userId = useUserId() ?? ''
  const isKept = useFeature('profile')
  const areFeaturesKnown = useFeaturesKnown()
  const [{ data, error }] = useQuery({ query: settingsQuery, pause: !isKept })
  const isLate = useLate()
  const isHere = preferences.areOf(userId)
  const isRead = areFeaturesKnown && (!isKept || data !== undefined || error !== undefined)
  const isDecided = isMissing || isRead || isLate || (isHere && !arrival?.signedIn)
  const chosen = data ? data.settings.startPage : isHere ? preferences.get().startPage : null
  const target = redirectTarget(chosen)
  // The address without a page may be that of the start page.
  const first = isMissing || target === paths.root() ? paths.apps() : target
  // Navigations are transitions of React, which answers of queries overtake: the redirect would take back what the user has
  // chosen meanwhile. A deferred value is rendered after transitions.
  const ready = useDeferredValue(isDecided ? first : null)
  const isLeaving = useNavigation().state !== 'idle'
  const navigate = useNavigate()
  // A layout effect leaves no time for an event between it and the rendering that knows of no navigation.
  useLayoutEffect(() => {
    if (ready !== null && !isLeaving)
      void navigate(ready, { replace: true, state: isMissing ? arrival : null })
  }, [ready, isLeaving, navigate, isMissing, arrival])
  return null
}

function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
