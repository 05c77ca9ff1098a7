import { ownSettingsMessages } from '#shared/domains/account/settings-messages.ts'
import { saveSettingsMutation } from '#web/lib/account/account-operations.ts'
import { useFeature } from '#web/lib/features.ts'
import { useUserId } from '#web/lib/settings/own-settings.ts'
import { type Preferences, preferences } from '#web/lib/settings/preferences.ts'
import { useAction } from './request-toasts.ts'

/** Saves choices of the user: at once in this browser, and on a platform that keeps them. */
export function useSaveChoices(): (changed: Partial<Preferences>) => Promise<void> {
  const userId = useUserId()
  const isKept = useFeature('profile')
  const { run } = useAction(saveSettingsMutation, { failure: ownSettingsMessages.saveFailed })
  return async (changed) => {
    if (userId === undefined) return
    preferences.keep(userId, changed)
    if (isKept) await run(changed)
  }
}
