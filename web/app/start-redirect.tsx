import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigation } from 'react-router-dom'
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
  const arrival = (useLocation().state ?? {}) as Arrival
  const userId = useUserId() ?? ''
  const isKept = useFeature('profile')
  const areFeaturesKnown = useFeaturesKnown()
  const [{ data, error }] = useQuery({ query: settingsQuery, pause: !isKept })
  const isLate = useLate()
  const isHere = preferences.areOf(userId)
  const isLeaving = useNavigation().state !== 'idle'
  // The user has chosen a page meanwhile, whose code is being loaded.
  if (isLeaving) return null
  // Its address may be that of the start page.
  if (arrival.missing !== undefined) return <Navigate to={paths.apps()} replace state={arrival} />
  const isRead = areFeaturesKnown && (!isKept || data !== undefined || error !== undefined)
  if (!isRead && !isLate && (arrival.signedIn || !isHere)) return null
  const chosen = data ? data.settings.startPage : isHere ? preferences.get().startPage : null
  const target = redirectTarget(chosen)
  return <Navigate to={target === paths.root() ? paths.apps() : target} replace />
}

function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
