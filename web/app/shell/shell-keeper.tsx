import { useEffect } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { useKeptSettings } from '#web/lib/settings/own-settings.ts'
import { keepPlaces } from '#web/lib/palette/recent-places.ts'
import { dataOwner, useSession } from '#web/lib/session-context.tsx'
import { useKeys } from '#web/lib/use-keys.ts'
import { undoLast } from '#web/ui/feedback/held-action.ts'
import { useGoKeys } from '../use-screens.ts'
import { CopyKeeper } from './copy-keeper.tsx'

/** What goes on beside every page: keys from screen to screen, what is copied, the own settings, and the recent places of the palette. */
export function ShellKeeper() {
  const { state } = useSession()
  const owner = dataOwner(state)
  useEffect(() => (owner === null ? undefined : keepPlaces(owner)), [owner])
  useKeptSettings()
  useGoKeys()
  useKeys({ u: undoLast }, pageMessages.undoKeys, 'any')
  return <CopyKeeper />
}
