import { Box } from '@chakra-ui/react'
import { attemptCount } from '#shared/domains/tasks/why/attempts.ts'
import { restartHistoryMessages } from '#shared/domains/failures/history-messages.ts'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { type KeyInput, scalarsOf } from '#shared/domains/workqueues/key-inputs.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { KeyInputs } from '#web/ui/display/key-inputs.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import type { failureTasksQuery } from '../operations.ts'
import { HeldBadge } from '../state-badge.tsx'

type TaskRow = ResultOf<typeof failureTasksQuery>['failureTasks']['rows'][number]

/** What the task is now: also a failed one that a restart has taken up, on every screen that shows it. */
export const NowBadge = ({ task: { status, heldUntil } }: { task: TaskRow }) =>
  heldUntil ? <HeldBadge until={heldUntil} /> : <StatusBadge status={status} />

/** When the task was repaired, with a link to the other run that has passed; nothing where it was not. */
export function RepairNote({ task }: { task: TaskRow }) {
  const { appId, workqueueId, status, state, repairedAt, repairedIn, inputs, repairedInputs } = task
  const clock = useOfNow(10_000, (now) =>
    repairedAt ? formatMoment(new Date(repairedAt), new Date(now)) : '',
  )
  const others = differing(repairedInputs, inputs)
  const { repairedAlias, repairedVersion, repairedTries, retries } = task
  const isElsewhere = repairedAlias !== task.alias || repairedVersion !== task.version
  const on = isElsewhere ? restartHistoryMessages.passedOn(repairedAlias, repairedVersion) : ''
  const note =
    state === 'closed'
      ? texts.taskStates['closed']
      : state === 'repaired'
        ? status === 'ended'
          ? texts.repairedAt(clock, on, passedAttempt(repairedTries, retries))
          : texts.laterRunPassed(clock, others.length > 0, on)
        : null
  if (!note) return null
  return (
    <Box as="span" display="block" textStyle="xs" color="ink.3">
      {appId && repairedIn && repairedIn !== workqueueId ? (
        <TextLink to={paths.workqueue(appId, repairedIn)}>{note}</TextLink>
      ) : (
        note
      )}
      <KeyInputs inputs={others} />
    </Box>
  )
}

/** The inputs of the run that has passed where they are others: it may have been about another customer. */
const differing = (passed: unknown, own: unknown): KeyInput[] => {
  const known = new Map(scalarsOf(own).map(({ key, value }) => [key, value]))
  return scalarsOf(passed).filter(({ key, value }) => known.get(key) !== value)
}

/** `1/3`; one that has not ended well itself was passed by another run, which counts its own. */
const passedAttempt = (tries: number | null, retries: number | null) =>
  tries === null
    ? null
    : attemptCount({ tries, attempt: tries, retry: retries === null ? null : { max: retries } })
