import { Box, Button, chakra, Dialog as ChakraDialog, Skeleton } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { inputsOfRuns, KeyInputs } from '#web/ui/display/key-inputs.tsx'
import { DialogFrame } from '#web/ui/dialog/dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { failureTasksQuery } from './operations.ts'
import type { HeldRestarts } from './use-held-restart.ts'

/** Tasks whose runs are listed; the button counts all. */
const LISTED = 200

type Row = ResultOf<typeof failureTasksQuery>['failureTasks']['rows'][number]

export interface RestartQuestionProps {
  failureId: string
  /** The failure in words. */
  title: string
  onRestart: HeldRestarts['restart']
  onClose(): void
}

/** The question of `RestartDialog`, with the runs of the tasks. */
export function RestartQuestion({ failureId, title, onRestart, onClose }: RestartQuestionProps) {
  const read = useLastRead(failureTasksQuery, { id: failureId, page: 1, perPage: LISTED, restartable: true })
  const question = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const tasks = read.data?.failureTasks
  const runs = useMemo(() => runsOf(tasks?.rows ?? []), [tasks])
  const inputs = useMemo(() => inputsOfRuns(tasks?.rows ?? []), [tasks])
  const aliases = useMemo(() => [...new Set(tasks?.rows.map(({ alias }) => alias))].sort(), [tasks])
  const total = tasks?.total ?? 0
  // A button that is off cannot take the focus while the dialog opens; on Cancel an early Enter would close the question.
  const isOffered = total > 0
  useEffect(() => {
    if (isOffered) button.current?.focus()
  }, [isOffered])
  const restart = () => {
    onRestart({ failureId }, total)
    onClose()
  }
  return (
    <DialogFrame
      title={tasks ? texts.restartTitle(total) : texts.restartTitle(null)}
      open
      onClose={onClose}
      initialFocus={isOffered ? button : question}
      footer={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button ref={button} variant="solid" disabled={total === 0} onClick={restart}>
            <RotateCw /> {texts.restart(total)}
          </Button>
        </>
      }
    >
      <ChakraDialog.Body>
        <ChakraDialog.Description
          ref={question}
          tabIndex={-1}
          outline="none"
          color="ink.2"
          overflowWrap="anywhere"
        >
          {texts.restartText(title, aliases)}
        </ChakraDialog.Description>
        {read.failure ? (
          <FailedState message={failText(texts.loadTasksFailed, read.failure)} onRetry={read.reread} />
        ) : (
          <chakra.ul
            listStyleType="none"
            mt="3"
            maxH="320px"
            overflowY="auto"
            borderTopWidth="1px"
            tabIndex={-1}
          >
            {!tasks && [0, 1, 2].map((place) => <Skeleton key={place} as="li" height="3" my="3" />)}
            {runs.map(({ id, name, tasks: names }) => (
              <chakra.li key={id} py="2" borderBottomWidth="1px" borderColor="line.soft">
                <Box fontWeight="medium" overflowWrap="anywhere">
                  {name}{' '}
                  <Box as="span" textStyle="mono" fontWeight="normal" color="ink.3" whiteSpace="nowrap">
                    {id}
                  </Box>
                </Box>
                <KeyInputs inputs={inputs.get(id) ?? []} />
                <Box textStyle="xs" color="ink.2" overflowWrap="anywhere">
                  {texts.tasksOfRun(names)}
                </Box>
              </chakra.li>
            ))}
            {tasks && total === 0 && <chakra.li py="2">{texts.nothingToRestart}</chakra.li>}
            {tasks && tasks.rows.length < total && (
              <chakra.li py="2" color="ink.3">
                {texts.andMore(total - tasks.rows.length)}
              </chakra.li>
            )}
          </chakra.ul>
        )}
      </ChakraDialog.Body>
    </DialogFrame>
  )
}

/** The runs of tasks in the order of their first task, each with the names of its tasks. */
function runsOf(rows: readonly Row[]): { id: string; name: string; tasks: string[] }[] {
  const runs = new Map<string, { id: string; name: string; tasks: string[] }>()
  for (const { workqueueId, workqueueName, name } of rows) {
    const id = workqueueId ?? ''
    const run = runs.get(id) ?? { id, name: workqueueName, tasks: [] }
    run.tasks.push(name)
    runs.set(id, run)
  }
  return [...runs.values()]
}
