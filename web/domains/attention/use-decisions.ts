import { useMemo, useRef, useState } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { mutedText } from '#web/domains/failures/mute-menu.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import type { AskingDeed } from './item-actions.ts'
import { itemsBehind } from './list/joined-items.ts'
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
  // The other items that were muted with one of these ids: one toast says it, and its Undo unmutes all.
  const together = useRef(new Map<string, readonly string[]>())
  const { run: muteQuietly } = useAction(muteAttentionMutation, { failure: texts.muteFailed })
  const { run: mute } = useAction(muteAttentionMutation, {
    success: (_data, { until }) => mutedText(until),
    undo: ({ id }) => [id, ...(together.current.get(id) ?? [])].forEach((each) => void unmute({ id: each })),
    failure: texts.muteFailed,
  })
  const decisions = useMemo(
    (): ItemDecisions => ({
      act: (item, deed) => setAsked({ item, deed }),
      assign: (item, userId) => itemsBehind(item).forEach(({ id }) => void assign({ id, userId })),
      mute(item, until) {
        const [first, ...others] = itemsBehind(item).map(({ id }) => id)
        if (first === undefined) return
        together.current.set(first, others)
        for (const id of others) void muteQuietly({ id, until })
        void mute({ id: first, until })
      },
      unmute: (item) => itemsBehind(item).forEach(({ id }) => void unmute({ id })),
    }),
    [assign, mute, muteQuietly, unmute],
  )
  return { decisions, asked, close: () => setAsked(null) }
}
