import { useMemo, useState } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { mutedText } from '#web/domains/failures/mute-menu.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import type { AskingDeed } from './item-actions.ts'
import type { ItemDecisions } from './list/item-row.tsx'
import {
  type AttentionRow,
  assignAttentionMutation,
  muteAttentionMutation,
  unmuteAttentionMutation,
} from './operations.ts'

/** An action of an item that waits for an answer. */
export interface AskedItem {
  item: AttentionRow
  deed: AskingDeed
}

/** What people decide about items; an action is asked about first. */
export function useDecisions(): {
  decisions: ItemDecisions
  asked: AskedItem | null
  close(): void
} {
  const [asked, setAsked] = useState<AskedItem | null>(null)
  const { run: assign } = useAction(assignAttentionMutation, { failure: texts.assignFailed })
  const { run: unmute } = useAction(unmuteAttentionMutation, { failure: texts.unmuteFailed })
  const { run: mute } = useAction(muteAttentionMutation, {
    success: (_data, { until }) => mutedText(until),
    undo: ({ id }) => void unmute({ id }),
    failure: texts.muteFailed,
  })
  const decisions = useMemo(
    (): ItemDecisions => ({
      act: (item, deed) => setAsked({ item, deed }),
      assign: ({ id }, userId) => void assign({ id, userId }),
      mute: ({ id }, until) => void mute({ id, until }),
      unmute: ({ id }) => void unmute({ id }),
    }),
    [assign, mute, unmute],
  )
  return { decisions, asked, close: () => setAsked(null) }
}
