import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { MoveToAliasDialog } from '#web/domains/failures/move-to-alias-dialog.tsx'
import type { QueueAddress } from '#web/domains/failures/stored-receipts.ts'
import { useHeldRestart } from '#web/domains/failures/use-held-restart.ts'
import { queueAddress } from './queue-rows.ts'

interface QueueMoves {
  /** Asks for another alias for what waits in a queue. */
  ask(queue: QueueAddress): void
  /** Whether a move of this queue can still be undone. */
  isHeld(queue: QueueAddress): boolean
}

const Moves = createContext<QueueMoves>({ ask: () => undefined, isHeld: () => false })

/** The moves of a page's queues. */
export const useQueueMoves = (): QueueMoves => use(Moves)

/**
 * Moves what waits in the queues of a page to other aliases. Its dialog stays while the rows of the page change. `onMoved`
 * is called after each move, also after one that was undone.
 */
export function QueueMovesProvider({ onMoved, children }: { onMoved(): void; children: ReactNode }) {
  const [asked, setAsked] = useState<QueueAddress | null>(null)
  const { restart, held } = useHeldRestart({ onChanged: onMoved })
  const moves = useMemo(
    () => ({ ask: setAsked, isHeld: (queue: QueueAddress) => held.has(queueAddress(queue)) }),
    [held],
  )
  const work = useMemo(() => asked && { queue: asked }, [asked])
  return (
    <Moves value={moves}>
      {children}
      {work && <MoveToAliasDialog work={work} onMove={restart} onClose={() => setAsked(null)} />}
    </Moves>
  )
}
