import { useMemo, useState } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import type { AskingDeed } from './item-actions.ts'
import { itemsBehind } from './list/joined-items.ts'
import type { ItemDecisions } from './list/item-row.tsx'
import { type AttentionRow, assignAttentionMutation, unmuteAttentionMutation } from './operations.ts'
import { useMuteItems } from './use-mute-items.ts'

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
  const { mute } = useMuteItems()
  const decisions = useMemo(
    (): ItemDecisions => ({
      act: (item, deed) => setAsked({ item, deed }),
      assign: (item, userId) => itemsBehind(item).forEach(({ id }) => void assign({ id, userId })),
      mute: (item, until) => void mute(itemsBehind(item), until),
      unmute: (item) => itemsBehind(item).forEach(({ id }) => void unmute({ id })),
    }),
    [assign, mute, unmute],
  )
  return { decisions, asked, close: () => setAsked(null) }
}
