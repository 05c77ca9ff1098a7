import { Box, Button, Dialog as ChakraDialog, Flex, Skeleton } from '@chakra-ui/react'
import { ArrowRightLeft, Clock, RotateCw } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { AliasChoiceTable } from '#web/domains/tasks/alias/alias-table.tsx'
import { useAliasFacts } from '#web/domains/tasks/alias/use-alias-facts.ts'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { DialogFrame } from '#web/ui/dialog/dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import type { RestartTarget } from '../stored-receipts.ts'
import { MoveSubject, NoOtherAlias } from './move-subject.tsx'
import { MovedTasks } from './moved-tasks.tsx'
import { isQueued, type MoveDialogProps, moveWordsOf } from './moving.ts'
import { useMovable } from './use-movable.ts'

/** Chooses another alias for failed or queued tasks of one type, and which of them move. */
export function MoveDialog({ work, onMove, onClose }: MoveDialogProps) {
  const movable = useMovable(work)
  const { total, ready } = movable
  const words = moveWordsOf(work)
  const waits = isQueued(work)
  const { rows, suggested, error, staleSince } = useAliasFacts(movable.work, ready && total > 0)
  const [chosen, setChosen] = useState<string | null>(null)
  const alias = chosen ?? suggested
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sending, setSending] = useState(false)
  const group = useRef<HTMLDivElement>(null)
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Events of a portal bubble through React's tree: they must not submit a form around the dialog.
    event.stopPropagation()
    if (canMove) void move()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.closest('form')?.requestSubmit()
  }
  const none = ready && total === 0
  const knowsPollers = rows?.some(({ pollers }) => pollers !== undefined)
  const stuck = rows?.every(({ relation }) => relation === 'unpolled' || relation === 'current')
  return (
    <DialogFrame
      title={words.title(ready ? total : null)}
      open
      onClose={onClose}
      size="lg"
      closable={!sending}
      initialFocus={group}
    >
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <ChakraDialog.Body display="flex" flexDirection="column" gap="4" pb="0" onKeyDown={onKeyDown}>
          {movable.error ? (
            <FailedState message={failText(words.loadFailed, movable.error)} onRetry={movable.reread} />
          ) : none ? (
            <Box pb="4" color="ink.2">
              {words.none}
            </Box>
          ) : (
            <>
              <MoveSubject {...movable} />
              <Box mx="-3" mb="-2">
                <AliasChoiceTable
                  work={movable.work}
                  rows={rows}
                  value={alias}
                  onChange={setChosen}
                  groupRef={group}
                  allowUnpolled={false}
                />
              </Box>
              {stuck && <NoOtherAlias knowsPollers={knowsPollers === true} />}
              {ready ? (
                <MovedTasks
                  words={words}
                  tasks={movable.tasks}
                  total={total}
                  count={count}
                  left={left}
                  onMove={mark}
                />
              ) : (
                <Skeleton height="140px" borderRadius="md" />
              )}
            </>
          )}
        </ChakraDialog.Body>
        <ChakraDialog.Footer flexWrap="wrap">
          <Flex flex="1 1 240px" align="center" gap="2" textStyle="xs" color="ink.2" wrap="wrap">
            <Clock size={14} aria-hidden />
            <Box as="span" flex="1" minW="0">
              {texts.heldOnlyThese}
            </Box>
            <ReadTime readAt={staleSince} failing />
          </Flex>
          <Button height={{ base: '10', sm: '8' }} onClick={onClose} disabled={sending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="solid"
            height={{ base: '10', sm: '8' }}
            disabled={!canMove}
            loading={sending}
          >
            {waits ? <ArrowRightLeft /> : <RotateCw />} {words.submit(count, alias)}
          </Button>
        </ChakraDialog.Footer>
      </form>
    </DialogFrame>
  )
}

/** All tasks as one target; null where they can only be named one by one. */
function wholeOf(work: MoveDialogProps['work'], total: number): RestartTarget | null {
  if ('failureId' in work) return { failureId: work.failureId }
  // The platform refuses to choose more than one action takes.
  return 'queue' in work && total < MAX_PAGE_SIZE ? { queue: work.queue } : null
}
