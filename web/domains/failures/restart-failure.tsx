import { Button } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { failureMessages } from '#shared/domains/failures/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { useRegularRead } from '#web/lib/queues/use-queues.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { failureTasksQuery } from './operations.ts'
import { RestartDialog } from './restart-dialog.tsx'
import { useHeldRestart } from './use-held-restart.ts'

/** How many tasks the restart of a failure takes up, on whatever alias they failed; 0 where failures are not told. */
export function useRestartable(id: string): number {
  const isTold = useFeature('failures')
  const [variables] = useState({ id, page: 1, perPage: 1, restartable: true })
  const { data } = useRegularRead(failureTasksQuery, variables, isTold)
  return data?.failureTasks.total ?? 0
}

/** The button that restarts the tasks of a failure, as many as its dialog does (`count`); nothing while there are none. */
export function RestartFailure({
  failureId,
  title,
  count,
  onChanged,
}: {
  failureId: string
  title: string
  /** See `useRestartable`. */
  count: number
  /** Called after each restart. */
  onChanged(): void
}) {
  const { restart, held } = useHeldRestart({ onChanged })
  const [isAsked, setIsAsked] = useState(false)
  if (count === 0) return null
  return (
    <IfMayChange>
      <Button
        size="sm"
        height={{ base: '10', sm: '7' }}
        disabled={held.has(failureId)}
        onClick={() => setIsAsked(true)}
      >
        <RotateCw /> {failureMessages.restart(count)}
      </Button>
      {isAsked && (
        <RestartDialog
          failureId={failureId}
          title={title}
          onRestart={restart}
          onClose={() => setIsAsked(false)}
        />
      )}
    </IfMayChange>
  )
}
