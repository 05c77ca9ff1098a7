import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { canMove } from '#shared/domains/queues/behind.ts'
import { MoveToAliasDialog } from '#web/domains/failures/move-to-alias-dialog.tsx'
import type { QueueAddress } from '#web/domains/failures/stored-receipts.ts'
import { useHeldRestart } from '#web/domains/failures/use-held-restart.ts'
import type { ListedQueue } from '#web/lib/queues/use-queues.ts'
import { useNow } from '#web/lib/use-time.ts'
import { queueAddress } from './queue-rows.ts'

interface QueueMoves {
  /** Asks for another alias for what waits in a queue. */
  ask(queue: QueueAddress): void
  /** Whether a move of this queue can still be undone. */
  isHeld(queue: QueueAddress): boolean
  /** Whether another alias of its type may be polled. */
  canMove(queue: QueueAddress): boolean
}

const Moves = createContext<QueueMoves>({
  ask: () => undefined,
  isHeld: () => false,
  canMove: () => true,
})

/** The moves of a page's queues. */
export const useQueueMoves = (): QueueMoves => use(Moves)

/**
 * Moves what waits in the queues of a page to other aliases. Its dialog stays while the rows of the page change. `onMoved`
 * is called after each move, also after one that was undone.
 */
export function QueueMovesProvider({
  queues,
  onMoved,
  children,
}: {
  /** All that tasks may move to; undefined while they are not known. */
  queues: readonly ListedQueue[] | undefined
  onMoved(): void
  children: ReactNode
}) {
  const [asked, setAsked] = useState<QueueAddress | null>(null)
  const { restart, held } = useHeldRestart({ onChanged: onMoved })
  const now = useNow(10_000)
  const moves = useMemo(
    () => ({
      ask: setAsked,
      isHeld: (queue: QueueAddress) => held.has(queueAddress(queue)),
      canMove: (queue: QueueAddress) => canMove(queue, queues, now),
    }),
    [held, queues, now],
  )
  const work = useMemo(() => asked && { queue: asked }, [asked])
  return (
    <Moves value={moves}>
      {children}
      {work && <MoveToAliasDialog work={work} onMove={restart} onClose={() => setAsked(null)} />}
    </Moves>
  )
}
