import { Box, Button, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { restartHistoryMessages as texts } from '#shared/domains/failures/history-messages.ts'
import { userName } from '#shared/lib/email.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { ExactTime } from '#web/ui/time/moment.tsx'
import type { failureQuery } from '../operations.ts'

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
