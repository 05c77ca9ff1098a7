import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import {
  assignFailureMutation,
  closeFailureMutation,
  muteFailureMutation,
  unmuteFailureMutation,
} from './operations.ts'
import { mutedText } from './mute-menu.tsx'

export interface FailureDecisions {
  /** A moment in ISO form, or `change`. */
  mute(until: string): void
  unmute(): void
  /** Null removes the owner. */
  assign(userId: string | null): void
  close(): void
  /** One of them is being sent. */
  busy: boolean
}

/** What people decide about a failure. What failed is shown in a toast. */
export function useFailureDecisions(id: string): FailureDecisions {
  const unmute = useAction(unmuteFailureMutation, { failure: texts.unmuteFailed })
  const mute = useAction(muteFailureMutation, {
    success: (_data, { until }) => mutedText(until),
    undo: () => void unmute.run({ id }),
    failure: texts.muteFailed,
  })
  const assign = useAction(assignFailureMutation, { failure: texts.assignFailed })
  const close = useAction(closeFailureMutation, { success: () => texts.closed, failure: texts.closeFailed })
  return {
    mute: (until) => void mute.run({ id, until }),
    unmute: () => void unmute.run({ id }),
    assign: (userId) => void assign.run({ id, userId }),
    close: () => void close.run({ id }),
    busy: [mute, unmute, assign, close].some(({ running }) => running),
  }
}
