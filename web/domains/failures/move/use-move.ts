import { useEffect, useState } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { useAliasFacts } from '#web/domains/tasks/alias/use-alias-facts.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import type { RestartTarget } from '../stored-receipts.ts'
import { isQueued, type MoveDialogProps, moveWordsOf } from './moving.ts'
import { useMovable } from './use-movable.ts'

/** The tasks that can move, the aliases that take them, which ones are chosen, and the move. */
export function useMove({ work, onMove, onClose }: MoveDialogProps) {
  const movable = useMovable(work)
  const { total, ready } = movable
  const words = moveWordsOf(work)
  const waits = isQueued(work)
  const aliases = useAliasFacts(movable.work, ready && total > 0)
  const { suggested, error } = aliases
  const [chosen, setChosen] = useState<string | null>(null)
  const alias = chosen ?? suggested
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sending, setSending] = useState(false)
  useFailToast(texts.loadAliasesFailed(movable.work.type), error)
  useEffect(() => {
    if (error) onClose()
  }, [error, onClose])

  const count = total - left.size
  const mark = (id: string, moves: boolean) => {
    const next = new Set(left)
    if (moves) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  const move = async () => {
    const whole = left.size === 0 ? wholeOf(work, total) : null
    if (whole) {
      onMove(whole, count, alias)
      return onClose()
    }
    setSending(true)
    const { tasks, error } = await movable.readAll()
    setSending(false)
    if (!tasks) return toast.error(failText(words.loadFailed, error))
    const moved = tasks.filter(({ id }) => !left.has(id))
    const runs = new Set(moved.map(({ workqueueId }) => workqueueId))
    const chosen = { taskIds: moved.map(({ id }) => id), workqueueIds: [...runs] }
    onMove(waits ? { ...chosen, queued: true } : chosen, moved.length, alias)
    onClose()
  }
  const canMove = ready && alias !== '' && count > 0 && !sending
  return { movable, words, waits, aliases, alias, setChosen, left, mark, count, sending, canMove, move }
}

/** All tasks as one target; null where they can only be named one by one. */
function wholeOf(work: MoveDialogProps['work'], total: number): RestartTarget | null {
  if ('failureId' in work) return { failureId: work.failureId }
  // The platform refuses to choose more than one action takes.
  return 'queue' in work && total < MAX_PAGE_SIZE ? { queue: work.queue } : null
}
