import { Box, Button, chakra, Dialog as ChakraDialog, Skeleton } from '@chakra-ui/react'
import { useMemo, useRef } from 'react'
import { useQuery } from 'urql'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { failureTasksQuery } from '#web/domains/failures/operations.ts'
import type { HeldRestarts } from '#web/domains/failures/use-held-restart.ts'
import { DialogFrame } from '#web/ui/dialog/dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { runsOf } from './runs-of.ts'

/** Tasks whose runs are listed; the button counts all. */
const LISTED = 200

/** Asks before the tasks of a failure are restarted, and lists their runs. */
export function RestartDialog({
  sentence,
  failureId,
  onRestart,
  onClose,
}: {
  sentence: string
  failureId: string
  onRestart: HeldRestarts['restart']
  onClose(): void
}) {
  const [{ data, error, fetching }, reread] = useQuery({
    query: failureTasksQuery,
    variables: { id: failureId, page: 1, perPage: LISTED, state: ['open'] },
    requestPolicy: 'network-only',
  })
  const button = useRef<HTMLButtonElement>(null)
  const tasks = data?.failureTasks
  const runs = useMemo(() => runsOf(tasks?.rows ?? []), [tasks])
  const total = tasks?.total ?? 0
  const restart = () => {
    onRestart({ failureId }, total)
    onClose()
  }
  return (
    <DialogFrame
      title={texts.restartTitle(total)}
      open
      onClose={onClose}
      initialFocus={button}
      footer={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button ref={button} variant="solid" disabled={total === 0} onClick={restart}>
            {texts.restartConfirm(total)}
          </Button>
        </>
      }
    >
      <ChakraDialog.Body>
        <ChakraDialog.Description color="ink.2">{texts.restartText(sentence)}</ChakraDialog.Description>
        {error && !data ? (
          <FailedState message={failText(texts.loadTasksFailed, error)} onRetry={reread} />
        ) : (
          <chakra.ul listStyleType="none" mt="3" maxH="320px" overflowY="auto" borderTopWidth="1px">
            {fetching &&
              !data &&
              [0, 1, 2].map((place) => <Skeleton key={place} as="li" height="3" my="3" />)}
            {runs.map(({ id, name, tasks: names }) => (
              <chakra.li key={id} py="2" borderBottomWidth="1px" borderColor="line.soft">
                <Box fontWeight="medium" overflowWrap="anywhere">
                  {name}
                </Box>
                <Box textStyle="xs" color="ink.2" overflowWrap="anywhere">
                  {texts.tasksOfRun(names)}
                </Box>
              </chakra.li>
            ))}
            {data && total === 0 && <chakra.li py="2">{texts.nothingToRestart}</chakra.li>}
            {tasks && tasks.rows.length < (tasks.total ?? 0) && (
              <chakra.li py="2" color="ink.3">
                {texts.moreTasks(total - tasks.rows.length)}
              </chakra.li>
            )}
          </chakra.ul>
        )}
      </ChakraDialog.Body>
    </DialogFrame>
  )
}
