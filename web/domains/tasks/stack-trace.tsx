import { chakra } from '@chakra-ui/react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { LogLine } from './task.ts'

/** The entry with the stack trace of a task's failure: its latest error that has one. */
export function latestTrace(logs: readonly LogLine[] | undefined): LogLine | null {
  return logs?.findLast((log) => log.level === 'error' && Boolean(log.stacktrace)) ?? null
}

/** The stack trace of one log entry; open while `log` is not null. */
export function StackTraceDialog({ log, onClose }: { log: LogLine | null; onClose(): void }) {
  return (
    <Dialog title={taskMessages.stackTrace} open={log !== null} onClose={onClose} size="lg">
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
