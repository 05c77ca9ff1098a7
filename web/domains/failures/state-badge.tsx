import { restartHistoryMessages } from '#shared/domains/failures/history-messages.ts'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { secondsUntil } from '#web/ui/feedback/held-action.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'

/** The status of a task whose colour and mark a state has. */
const looks: Record<string, string> = {
  open: 'failed',
  regressed: 'failed',
  muted: 'skipped',
  closed: 'ended',
}

/** The status that stands for the state of a failure; an unknown state looks like a waiting task. */
export const lookOfState = (state: string): string => looks[state] ?? 'queued'

/** The seconds until a moment, 0 once it is there. */
export const useSecondsUntil = (moment: string | null): number =>
  useOfNow(500, (now) => (moment === null ? 0 : secondsUntil(moment, now)))

/** In place of a state: a restart is held, or about to begin. */
export function HeldBadge({ until }: { until: string | null }) {
  const seconds = useSecondsUntil(until)
  return (
    <span data-badge="retry">
      <StatusIcon status="retry" size={13} />
      {restartHistoryMessages.restartsIn(seconds)}
    </span>
  )
}

/** The state of a failure as mark and word. */
export function FailureStateBadge({ state }: { state: string }) {
  const look = lookOfState(state)
  return (
    <span data-badge={look}>
      <StatusIcon status={look} size={13} />
      {texts.states[state] ?? state}
    </span>
  )
}
