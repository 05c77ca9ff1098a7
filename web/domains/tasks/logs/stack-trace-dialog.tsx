import { chakra } from '@chakra-ui/react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { LogLine } from '../task.ts'

/** The stack trace of one log entry. */
export function StackTraceDialog({
  open,
  log,
  onClose,
}: {
  open: boolean
  log: LogLine | null
  onClose(): void
}) {
  return (
    <Dialog title={taskMessages.stackTrace} open={open} onClose={onClose} size="lg">
      <chakra.p color="danger" fontWeight="medium" overflowWrap="anywhere">
        {log?.message}
      </chakra.p>
      <chakra.pre
        tabIndex={0}
        role="region"
        aria-label={taskMessages.stackTrace}
        mt="3"
        p="3"
        maxH="60vh"
        overflow="auto"
        borderRadius="md"
        bg="bg"
        textStyle="mono"
        whiteSpace="pre"
      >
        {log?.stacktrace || 'This entry carries no stack trace.'}
      </chakra.pre>
    </Dialog>
  )
}
