import { Box, Button, chakra, Skeleton } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useClient } from 'urql'
import { scriptMessages as texts } from '#shared/domains/scripts/messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { formatJson, withoutTypenames } from '#web/lib/json-text.ts'
import { useRegularRead } from '#web/lib/queues/use-queues.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { paths } from '#web/paths.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { OpenFailuresLink } from '#web/ui/page/open-failures.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { runInputsQuery, scriptRunsQuery } from './operations.ts'

type Run = ResultOf<typeof scriptRunsQuery>['tasks']['rows'][number]

/** Runs that are listed. */
const SHOWN = 5

/** Inputs of a task, as JSON, and its name. */
export interface GivenInputs {
  of: string
  text: string
}

/** How the last tasks of a script went, with the ways to them; the inputs of one can be tested with. */
export function LastRuns({ type, onInputs }: { type: string; onInputs(given: GivenInputs): void }) {
  const variables = useMemo(() => ({ type, perPage: SHOWN }), [type])
  const read = useRegularRead(scriptRunsQuery, variables)
  const runs = read.data?.tasks.rows
  const failed = runs?.filter(({ status }) => status === 'failed').length ?? 0
  return (
    <Panel
      title={texts.lastRuns}
      padded={false}
      aside={
        <Box display="flex" gap="3" flexWrap="wrap" justifyContent="end" textStyle="sm">
          <StaleNote {...read} onReadAgain={read.reread} />
          {runs && runs.length > 0 && (
            <Box as="span" color={failed > 0 ? 'danger' : undefined}>
              {texts.failedOf(failed, runs.length)}
            </Box>
          )}
          <OpenFailuresLink type={type} />
        </Box>
      }
    >
      {!runs && !read.failing && <Skeleton m="3.5" height="20px" />}
      {runs?.length === 0 && (
        <Box p="3.5" color="ink.2">
          {texts.neverRan}
        </Box>
      )}
      {runs && runs.length > 0 && (
        <chakra.ul listStyleType="none">
          {runs.map((run) => (
            <RunLine key={run.id} run={run} onInputs={onInputs} />
          ))}
        </chakra.ul>
      )}
    </Panel>
  )
}

/** On a phone the name and the reason have lines of their own; the time and the button share one. */
const wide = { base: '2 / -1', md: 'auto' } as const

function RunLine({ run, onInputs }: { run: Run; onInputs(given: GivenInputs): void }) {
  const { id, name, appId, workqueueId, workqueueName, status, created, started, ended, reason } = run
  const toRun = (query = '') => paths.workqueue(appId ?? '', workqueueId ?? '', query)
  const took = started && ended ? shortDuration(Date.parse(ended) - Date.parse(started)) : null
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{
        base: 'auto minmax(0, 1fr) auto',
        md: 'auto minmax(0, 2fr) minmax(0, 3fr) 9em 152px',
      }}
      columnGap="3"
      rowGap="1"
      alignItems="center"
      minH="42px"
      px="3.5"
      py={{ base: '2', md: '1' }}
      borderColor="line.soft"
      overflowWrap="anywhere"
      css={{ '& + &': { borderTopWidth: '1px' } }}
    >
      <Box as="span" lineHeight="0">
        <StatusIcon status={status} />
      </Box>
      <Box minW="0" gridColumn={wide}>
        <TextLink to={toRun(`?task=${id}`)}>{name}</TextLink>{' '}
        <Box as="span" color="ink.2">
          {texts.ofRun}
        </Box>{' '}
        <TextLink to={toRun()} color="ink">
          {workqueueName}
        </TextLink>
      </Box>
      <Box
        minW="0"
        gridColumn={wide}
        color={status === 'failed' ? 'danger' : 'ink.2'}
        lineClamp="2"
        title={reason ?? undefined}
      >
        {status === 'failed' && reason ? reason : (took ?? status)}
      </Box>
      <Box color="ink.2" whiteSpace="nowrap" textAlign={{ md: 'end' }} gridColumn={{ base: '2', md: 'auto' }}>
        <RelativeTime value={created} />
      </Box>
      <TestWith id={id} name={name} onInputs={onInputs} />
    </chakra.li>
  )
}

/** Takes the inputs that a task was given into the test; nothing on a platform that does not tell them. */
function TestWith({ id, name, onInputs }: { id: string; name: string; onInputs(given: GivenInputs): void }) {
  const isTold = useFeature('payloads')
  const client = useClient()
  const [reading, setReading] = useState(false)
  if (!isTold) return null
  const take = async () => {
    setReading(true)
    const { data, error } = await client
      .query(runInputsQuery, { taskId: id }, { requestPolicy: 'network-only' })
      .toPromise()
    setReading(false)
    if (error) return toast.error(failText(texts.loadInputsFailed, error))
    onInputs({ of: name, text: formatJson(withoutTypenames(data?.taskPayload.resolved ?? {})) })
  }
  return (
    <IfMayChange>
      <Box textAlign={{ md: 'end' }}>
        <Button
          size="sm"
          minH={{ base: '10', sm: '7' }}
          loading={reading}
          aria-label={texts.testWithOf(name)}
          onClick={() => void take()}
        >
          {texts.testWith}
        </Button>
      </Box>
    </IfMayChange>
  )
}
