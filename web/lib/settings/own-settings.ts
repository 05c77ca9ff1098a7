import { useEffect, useSyncExternalStore } from 'react'
import { useQuery } from 'urql'
import { settingsQuery } from '../account/account-operations.ts'
import { useFeature } from '../features.ts'
import type { ResultOf } from '../graphql.ts'
import { type Preferences, preferences } from './preferences.ts'
import { signedInUser, useSession } from '../session-context.tsx'

/** The id of the signed-in user; undefined while there is none. */
export function useUserId(): string | undefined {
  const { state } = useSession()
  return state.phase === 'known' ? signedInUser(state.view)?.user._id : undefined
}

/** The e-mail address of the signed-in user; empty while there is none. */
export function useUserEmail(): string {
  const { state } = useSession()
  return (state.phase === 'known' && signedInUser(state.view)?.user.email) || ''
}

/** What the user has chosen, kept up to date. */
export const usePreferences = (): Preferences => useSyncExternalStore(preferences.subscribe, preferences.get)

/** The values that this version knows; another one counts as not chosen. */
const known = <Value extends string>(value: string | null, values: readonly Value[]): Value | null =>
  values.find((each) => each === value) ?? null

/** The choices in an answer of the platform. */
export function choicesIn({ settings }: ResultOf<typeof settingsQuery>): Preferences {
  return {
    theme: known(settings.theme, ['light', 'dark', 'system']),
    timeZone: settings.timeZone,
    density: known(settings.density, ['comfortable', 'compact']),
    startPage: settings.startPage,
  }
}

/** Applies what the platform keeps for the user, as soon as it is read and whenever it is saved. */
export function useKeptSettings(): void {
  const userId = useUserId()
  const [{ data }] = useQuery({ query: settingsQuery, pause: !useFeature('profile') })
  useEffect(() => {
    if (userId === undefined) return
    if (data) preferences.keep(userId, choicesIn(data))
    // The choices of another user of this browser end.
    else if (!preferences.areOf(userId)) preferences.forget()
  }, [userId, data])
}
