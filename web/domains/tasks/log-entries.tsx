import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { taskMessages } from '../../../shared/domains/tasks/messages.ts'
import type { LogLine } from './task.ts'

/** Entries drawn at once; the earlier ones come on demand. */
const WINDOW = 200

/** `14:03:16.201` in local time. */
function timeText(moment: string): string {
  const date = new Date(moment)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

const levelColors: Record<string, string> = { error: 'danger', warn: 'status.retry.fg', debug: 'ink.3' }

function Entry({ log, onTrace }: { log: LogLine; onTrace(log: LogLine): void }) {
  const failed = log.level === 'error'
  return (
    <Flex as="li" gap="3" wrap={{ base: 'wrap', sm: 'nowrap' }} columnGap="3" rowGap="0" minW="0">
      <chakra.time dateTime={log.timestamp} title={log.timestamp} color="ink.2" flexShrink={0}>
        {timeText(log.timestamp)}
      </chakra.time>
      <Box as="span" width="10" flexShrink={0} color={levelColors[log.level] ?? 'ink'}>
        {log.level}
      </Box>
      <Box
        as="span"
        minW="0"
        flexBasis={{ base: 'full', sm: 'auto' }}
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        color={failed ? 'danger' : undefined}
      >
        {log.message}
      </Box>
      {failed && (
        <Button
          variant="plain"
          size="xs"
          height="auto"
          px="0"
          fontFamily="mono"
          flexShrink={0}
          alignSelf="flex-start"
          onClick={() => onTrace(log)}
        >
          {taskMessages.stackTrace}
        </Button>
      )}
    </Flex>
  )
}

/** Keeps the end in view while the reader is at the end, and leaves the view alone while he reads elsewhere. */
function useStickToEnd(last: string | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    atEnd.current = scrollHeight - scrollTop - clientHeight < 8
  }
  return { box, onScroll }
}

/** Log entries, oldest first, parted where one attempt of the task ends and the next begins. */
export function LogEntries({
  label,
  logs,
  onTrace,
}: {
  label: string
  logs: readonly LogLine[]
  onTrace(log: LogLine): void
}) {
  const [shown, setShown] = useState(WINDOW)
  const hidden = Math.max(0, logs.length - shown)
  const { box, onScroll } = useStickToEnd(logs.at(-1)?.id)
  const inAttempts = new Set(logs.map((log) => log.attempt ?? 1)).size > 1
  return (
    <Box
      ref={box}
      onScroll={onScroll}
      role="region"
      aria-label={label}
      tabIndex={0}
      maxH="420px"
      overflowY="auto"
      px="3.5"
      textStyle="mono"
      lineHeight="19px"
    >
      {hidden > 0 && (
        <Button variant="plain" size="xs" mb="1" onClick={() => setShown(shown + WINDOW)}>
          {`Show ${Math.min(WINDOW, hidden)} earlier of ${hidden}`}
        </Button>
      )}
      <chakra.ol listStyleType="none">
        {logs.slice(hidden).map((log, index, visible) => {
          const begins = inAttempts && (index === 0 || visible[index - 1]?.attempt !== log.attempt)
          return (
            <Fragment key={log.id}>
              {begins && <AttemptMark attempt={log.attempt ?? 1} first={index === 0} />}
              <Entry log={log} onTrace={onTrace} />
            </Fragment>
          )
        })}
      </chakra.ol>
    </Box>
  )
}

function AttemptMark({ attempt, first }: { attempt: number; first: boolean }) {
  return (
    <Flex as="li" align="center" gap="2" mt={first ? '0' : '1.5'} color="ink.3" fontFamily="body">
      {`Attempt ${attempt}`}
      <Box as="span" flex="1" height="1px" bg="line" />
    </Flex>
  )
}
