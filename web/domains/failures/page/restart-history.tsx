import { Box, Button, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useClient } from 'urql'
import { restartHistoryMessages as texts } from '#shared/domains/failures/history-messages.ts'
import { userName } from '#shared/lib/email.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { UNDO } from '#web/ui/feedback/toast.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { ExactTime } from '#web/ui/time/moment.tsx'
import type { failureQuery } from '../operations.ts'
import { useSecondsUntil } from '../state-badge.tsx'

type PastRestart = NonNullable<ResultOf<typeof failureQuery>['failure']['restarts']>[number]

/** Further ones are folded. */
const SHOWN = 3

/** What was tried to mend a failure: its restarts, newest first, and what became of each. */
export function RestartHistory({ restarts }: { restarts: readonly PastRestart[] }) {
  const [isOpen, setOpen] = useState(false)
  const more = restarts.length - SHOWN
  return (
    <Panel title={texts.tried} padded={false}>
      <chakra.ul listStyleType="none" aria-label={texts.tried}>
        {restarts.slice(0, isOpen ? undefined : SHOWN).map((restart) => (
          <Line key={`${restart.at} ${restart.by}`} restart={restart} />
        ))}
      </chakra.ul>
      {more > 0 && (
        <Button
          variant="ghost"
          size="sm"
          mx="2"
          mb="1.5"
          minH={{ base: '10', sm: '7' }}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.fewerTries : texts.olderTries(more)}
        </Button>
      )}
    </Panel>
  )
}

function Line({ restart: { at, by, aliases, tasks, ...counts } }: { restart: PastRestart }) {
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      columnGap="3"
      rowGap="0.5"
      px="3.5"
      py="2"
      borderBottomWidth="1px"
      borderColor="line.soft"
      _last={{ borderBottomWidth: '0' }}
      overflowWrap="anywhere"
    >
      <Box flex="none" width={{ sm: '140px' }} color="ink.2" fontVariantNumeric="tabular-nums">
        <ExactTime value={at} />
      </Box>
      <Box flex="1" minW="240px">
        <Box as="span" fontWeight="medium" title={by ?? undefined}>
          {texts.triedBy(by && userName(by))}
        </Box>{' '}
        {texts.triedOn(tasks ?? 0, aliases)}
        {BETWEEN_FACTS}
        <Outcome tasks={tasks ?? 0} {...counts} />
      </Box>
    </chakra.li>
  )
}

/** What became of its tasks, each part with the mark of their status. */
function Outcome({
  tasks,
  passed,
  failed,
  running,
}: Pick<PastRestart, 'passed' | 'failed' | 'running'> & { tasks: number }) {
  const known = [passed, failed, running].map((count) => count ?? 0)
  const stopped = Math.max(
    0,
    known.reduce((left, count) => left - count, tasks),
  )
  const parts = [
    { status: 'failed', count: failed ?? 0, text: texts.triedFailed },
    { status: 'started', count: running ?? 0, text: texts.triedRunning },
    { status: 'completed', count: passed ?? 0, text: texts.triedPassed },
    { status: 'skipped', count: stopped, text: texts.triedStopped },
  ]
  return parts
    .filter(({ count }) => count > 0)
    .map(({ status, count, text }) => (
      <Box
        as="span"
        key={status}
        display="inline-flex"
        alignItems="center"
        gap="1"
        me="2.5"
        fontWeight="medium"
        color={statusTokens(status).fg}
      >
        <StatusIcon status={status} size={13} />
        {text(count)}
      </Box>
    ))
}

type Held = NonNullable<ResultOf<typeof failureQuery>['failure']['held']>

/** Ends a restart that is held, also one that another person or another tab has begun; absent once it begins. */
export function UndoButton({ held: { receiptId, until }, onUndone }: { held: Held; onUndone(): void }) {
  const client = useClient()
  const [running, setRunning] = useState(false)
  const undo = async () => {
    setRunning(true)
    const { cancelHeld } = await loadPart(() => import('../held-receipts.ts'))
    await cancelHeld(client, receiptId ?? '')
    setRunning(false)
    onUndone()
  }
  if (useSecondsUntil(until) === 0) return null
  return (
    <Button height={{ base: '10', sm: '8' }} loading={running} onClick={() => void undo()}>
      {UNDO}
    </Button>
  )
}

/** The restart that is held, in words. */
export function Holding({ held: { by, tasks, alias, until } }: { held: Held }) {
  const seconds = useSecondsUntil(until)
  return <strong>{texts.heldRestart(by && userName(by), tasks ?? 0, alias, seconds)}. </strong>
}
