import { Box, Button, Field, Flex, Input } from '@chakra-ui/react'
import { Pause } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { MAX_RUNNING_LIMIT } from '#shared/domains/queues/verdict-codes.ts'
import { shortTypeName } from '#shared/domains/tasks/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { setQueueLimitMutation } from '../operations.ts'
import { PauseQueueDialog } from './pause-queue-dialog.tsx'
import { ResumeButton } from './resume-button.tsx'

interface ControlledQueue {
  type: string
  alias: string
  limit: number | null
  paused: unknown
}

/** What people set for a queue: how many of its tasks run at once, and whether any is handed out. */
export function QueueSettings({ queue }: { queue: ControlledQueue }) {
  const { type, alias, limit, paused } = queue
  return (
    <IfMayChange>
      <Flex direction="column" gap="2.5" mb="4">
        <LimitField key={limit} type={type} alias={alias} limit={limit} />
        {paused ? <ResumeButton type={type} alias={alias} /> : <PauseButton type={type} alias={alias} />}
      </Flex>
    </IfMayChange>
  )
}

function LimitField({ type, alias, limit }: Omit<ControlledQueue, 'paused'>) {
  const stored = limit === null ? '' : String(limit)
  const [typed, setTyped] = useState(stored)
  const set = useAction(setQueueLimitMutation, {
    failure: texts.limitFailed,
    success: (_data, { limit: wanted }) => texts.limitSet(wanted ?? null),
  })
  const wanted = typed.trim() === '' ? null : Number(typed)
  const isWrong = wanted !== null && !(Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_RUNNING_LIMIT)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) void set.run({ type, alias, limit: wanted })
  }
  return (
    <form aria-label={texts.limitOf(type, alias)} onSubmit={submit}>
      <Field.Root invalid={isWrong}>
        <Flex align="center" gap="2" wrap="wrap">
          <Field.Label flex="1" whiteSpace="nowrap">
            {texts.limit}
          </Field.Label>
          <Input
            size="sm"
            inputMode="numeric"
            autoComplete="off"
            width="84px"
            minH={{ base: '10', sm: '7' }}
            placeholder={texts.noLimit}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {typed.trim() !== stored && (
            <Button
              type="submit"
              size="sm"
              minH={{ base: '10', sm: '7' }}
              loading={set.running}
              disabled={isWrong}
            >
              {texts.setLimit}
            </Button>
          )}
        </Flex>
        <Field.ErrorText>{texts.limitWrong(MAX_RUNNING_LIMIT)}</Field.ErrorText>
      </Field.Root>
    </form>
  )
}

function PauseButton({ type, alias }: Pick<ControlledQueue, 'type' | 'alias'>) {
  const [asking, setAsking] = useState(false)
  return (
    <Box>
      <Button size="sm" minH={{ base: '10', sm: '7' }} onClick={() => setAsking(true)}>
        <Pause /> {texts.pause}
      </Button>
      <PauseQueueDialog
        type={type}
        alias={alias}
        name={shortTypeName(type)}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </Box>
  )
}
