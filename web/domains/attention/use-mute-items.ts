import { useCallback, useRef } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { mutedText } from '#web/domains/failures/mute-menu.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { muteAttentionMutation, unmuteAttentionMutation } from './operations.ts'

/** Mutes items together: one toast says it, and its Undo unmutes all of them. */
export function useMuteItems() {
  // The other items that were muted with one of these ids.
  const together = useRef(new Map<string, readonly string[]>())
  const { run: unmute } = useAction(unmuteAttentionMutation, { failure: texts.unmuteFailed })
  const quiet = useAction(muteAttentionMutation, { failure: texts.muteFailed })
  const told = useAction(muteAttentionMutation, {
    success: (_data, { until }) => mutedText(until),
    undo: ({ id }) => [id, ...(together.current.get(id) ?? [])].forEach((each) => void unmute({ id: each })),
    failure: texts.muteFailed,
  })
  const [runQuiet, runTold] = [quiet.run, told.run]
  const mute = useCallback(
    async (items: readonly { id: string }[], until: string) => {
      const [first, ...others] = items.map(({ id }) => id)
      if (first === undefined) return
      together.current.set(first, others)
      await Promise.all([...others.map((id) => runQuiet({ id, until })), runTold({ id: first, until })])
    },
    [runQuiet, runTold],
  )
  return { mute, muting: quiet.running || told.running }
}
