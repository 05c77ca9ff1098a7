import { useEffect, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { saveLastLookMutation, settingsQuery } from '#web/lib/account/account-operations.ts'
import { useFeature } from '#web/lib/features.ts'

/**
 * A viewer who looks so long has seen the page, in milliseconds. Short, because a browser that is closed saves nothing
 * more: a look on a phone counts on the next screen.
 */
const SEEN_AFTER_MS = 3000
/** A shorter visit is no look, in milliseconds. */
const GLANCE_MS = 2000

/**
 * The viewer's look before this visit, as it was when the visit began; null where it is not known. Saves this look: after
 * a few seconds, when the tab is hidden, and when the screen is left.
 */
export function useLastLook(): string | null {
  const isKept = useFeature('profile')
  const [{ data }] = useQuery({ query: settingsQuery, pause: !isKept, requestPolicy: 'network-only' })
  const [before, setBefore] = useState<string | null>()
  if (before === undefined && data) setBefore(data.settings.attentionSeenAt)
  useSavedLook(isKept && before !== undefined)
  return before ?? null
}

function useSavedLook(isKept: boolean): void {
  const client = useClient()
  const began = useRef(0)
  useEffect(() => {
    if (!isKept) return
    began.current = Date.now()
    const save = () => {
      if (Date.now() - began.current < GLANCE_MS) return
      void client.mutation(saveLastLookMutation, { attentionSeenAt: new Date().toISOString() }).toPromise()
    }
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    const timer = setTimeout(save, SEEN_AFTER_MS)
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', saveHidden)
      save()
    }
  }, [client, isKept])
}
