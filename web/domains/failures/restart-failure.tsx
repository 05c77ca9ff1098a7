import { Button } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { failureMessages } from '#shared/domains/failures/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { useRegularRead } from '#web/lib/queues/use-queues.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { MoveToAliasDialog } from './move-to-alias-dialog.tsx'
import { failureFixQuery } from './operations.ts'
import { RestartDialog } from './restart-dialog.tsx'
import { useHeldRestart } from './use-held-restart.ts'

/** What mends a failure. */
export interface FailureFix {
  /** How many tasks its restart takes up, on whatever alias they failed; 0 where failures are not told. */
  count: number
  /** The alias that is suggested for them; null for none. */
  alias: string | null
}

/** What mends a failure now, read every ten seconds. */
export function useFailureFix(id: string): FailureFix {
  const isTold = useFeature('failures')
  const [variables] = useState({ id })
  const { data } = useRegularRead(failureFixQuery, variables, isTold)
  return { count: data?.failureTasks.total ?? 0, alias: data?.failure.suggestedAlias?.alias ?? null }
}

/**
 * The button that restarts the tasks of a failure, as many as its dialog does, on the alias that is suggested if there is one;
 * nothing while there are none.
 */
export function RestartFailure({
  failureId,
  title,
  fix: { count, alias },
  onChanged,
}: {
  failureId: string
  title: string
  fix: FailureFix
  /** Called after each restart. */
  onChanged(): void
}) {
  const { restart, held } = useHeldRestart({ onChanged })
  const [asked, setAsked] = useState<'restart' | 'move' | null>(null)
  const close = () => setAsked(null)
  if (count === 0) return null
  return (
    <IfMayChange>
      <Button
        size="sm"
        height={{ base: '10', sm: '7' }}
        disabled={held.has(failureId)}
        onClick={() => setAsked(alias === null ? 'restart' : 'move')}
      >
        <RotateCw />
        {alias === null ? failureMessages.restart(count) : failureMessages.restartOn(count, alias)}
      </Button>
      {asked === 'restart' && (
        <RestartDialog failureId={failureId} title={title} onRestart={restart} onClose={close} />
      )}
      {asked === 'move' && <MoveToAliasDialog work={{ failureId }} onMove={restart} onClose={close} />}
    </IfMayChange>
  )
}
