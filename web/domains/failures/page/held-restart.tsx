import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useClient } from 'urql'
import { restartHistoryMessages as texts } from '#shared/domains/failures/history-messages.ts'
import { userName } from '#shared/lib/email.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { UNDO } from '#web/ui/feedback/toast.tsx'
import type { failureQuery } from '../operations.ts'
import { useSecondsUntil } from '../state-badge.tsx'

type Held = NonNullable<ResultOf<typeof failureQuery>['failure']['held']>

/** Ends a restart that is held, also one that another person or another tab has begun; absent once it begins. */
export function UndoButton({ held: { receiptId, until }, onUndone }: { held: Held; onUndone(): void }) {
  const client = useClient()
  const [running, setRunning] = useState(false)
  const undo = async () => {
    setRunning(true)
    const { cancelHeld } = await loadPart(() => import('../held-receipts.ts'))
    await cancelHeld(client, receiptId ?? '')
    setRunning(false)
    onUndone()
  }
  if (useSecondsUntil(until) === 0) return null
  return (
    <Button height={{ base: '10', sm: '8' }} loading={running} onClick={() => void undo()}>
      {UNDO}
    </Button>
  )
}

/** The restart that is held, in words. */
export function Holding({ held: { by, tasks, alias, until } }: { held: Held }) {
  const seconds = useSecondsUntil(until)
  return <strong>{texts.heldRestart(by && userName(by), tasks ?? 0, alias, seconds)}. </strong>
}
