import { Box, Button, Dialog as ChakraDialog, Flex, Skeleton } from '@chakra-ui/react'
import { ArrowRightLeft, Clock, RotateCw } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { AliasChoiceTable } from '#web/domains/tasks/alias/alias-table.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { DialogFrame } from '#web/ui/dialog/dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { MoveSubject, NoOtherAlias } from './move-subject.tsx'
import { MovedTasks } from './moved-tasks.tsx'
import type { MoveDialogProps } from './moving.ts'
import { useMove } from './use-move.ts'

/** Chooses another alias for failed or queued tasks of one type, and which of them move. */
export function MoveDialog(props: MoveDialogProps) {
  const { movable, words, waits, aliases, alias, setChosen, left, mark, count, sending, canMove, move } =
    useMove(props)
  const { total, ready } = movable
  const { rows, staleSince } = aliases
  const group = useRef<HTMLDivElement>(null)
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
      onClose={props.onClose}
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
          <Button height={{ base: '10', sm: '8' }} onClick={props.onClose} disabled={sending}>
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
