import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
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
