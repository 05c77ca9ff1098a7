import { Box, chakra } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import { useQuery } from 'urql'
import { workerMessages as texts } from '#shared/domains/workers/messages.ts'
import { DEFAULT_ALIAS } from '#shared/domains/tasks/constants.ts'
import { useFeature } from '#web/lib/features.ts'
import { useRights } from '#web/lib/rights.tsx'
import type { ListedQueue, QueuesRead } from '#web/lib/queues/use-queues.ts'
import { gradeOf } from '#web/ui/display/grade.ts'
import { PollingPanel } from '#web/ui/page/polling-panel.tsx'
import { useWholeList } from '#web/ui/table/use-whole-list.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { PollingSteps } from '#web/domains/backlog/queue/polling-steps.tsx'
import { workerResultsQuery } from '../operations.ts'

/** The queues of a worker with the processes that poll them; nothing on a platform that does not tell them. */
export function WhoPolls({
  worker: { id, type, aliases },
  read,
}: {
  worker: {
    id: string
    type: string
    aliases: readonly { name: string; privateKeys: readonly unknown[] }[]
  }
  /** Of the queues of its type. */
  read: QueuesRead
}) {
  const isTold = useFeature('queues')
  // Results are those of all apps, of which a viewer may see only some.
  const { surelyMayChange } = useRights()
  const results = useResults(type, !isTold || !surelyMayChange)
  const queues = read.queues?.toSorted((a, b) => rank(a) - rank(b) || (a.alias < b.alias ? -1 : 1))
  const list = useWholeList(queues ?? [], { textOf: ({ alias }) => alias, what: texts.queues })
  if (!isTold) return null
  return (
    <Box mb="4">
      <PollingPanel
        read={read}
        queues={queues && list.shown}
        expected={aliases.length}
        empty={texts.noQueues}
        results={results}
        stepsOf={(queue) => (
          <PollingSteps
            queue={queue}
            workerId={id}
            isKeyless={aliases.some(
              ({ name, privateKeys }) => name === queue.alias && privateKeys.length === 0,
            )}
            others={queues}
            onChanged={read.reread}
          />
        )}
        find={list.find}
        foot={
          list.noMatch ??
          (list.pages && (
            <Box px="3.5" py="1" borderTopWidth="1px" borderColor="line.soft">
              {list.pages}
            </Box>
          ))
        }
      />
    </Box>
  )
}

/** What no worker polls; the default alias, which most tasks have; then what has tasks or workers. */
const rank = ({ alias, verdict, pollers }: ListedQueue) =>
  verdict.code === 'nobody'
    ? -1
    : alias === DEFAULT_ALIAS
      ? 0
      : verdict.code !== 'idle'
        ? 1
        : pollers.length > 0
          ? 2
          : 3

/** By alias, how the attempts of the last 24 hours have ended; an alias without attempts is not there. */
function useResults(type: string, pause: boolean): ReadonlyMap<string, ReactNode> {
  const [{ data }] = useQuery({
    query: workerResultsQuery,
    variables: useMemo(() => ({ type }), [type]),
    pause,
    requestPolicy: 'cache-and-network',
  })
  const aliases = data?.queueAliases
  return useMemo(
    () =>
      new Map(
        aliases?.flatMap(({ alias, attempts, successRate }) =>
          attempts && successRate !== null
            ? [[alias, <Result key={alias} type={type} attempts={attempts} share={successRate} />] as const]
            : [],
        ),
      ),
    [aliases, type],
  )
}

const gradeColors = { good: undefined, doubtful: 'status.retry.fg', bad: 'danger' } as const

/** Leads to what has failed, where something has. */
function Result({ type, attempts, share }: { type: string; attempts: number; share: number }) {
  const hasFailures = useFeature('failures') && share < 1
  const text = (
    <chakra.span color={gradeColors[gradeOf(share)]} data-grade={gradeOf(share)} title={texts.resultsHint}>
      {texts.results(attempts, shareText(share))}
    </chakra.span>
  )
  if (!hasFailures) return text
  return (
    <TextLink
      to={paths.failures(`?state=any&type=${encodeURIComponent(type)}`)}
      color="inherit"
      py={{ base: '3', sm: '0' }}
    >
      {text}
    </TextLink>
  )
}

/** `98.5 %`; not `100 %` unless all ended well. */
function shareText(share: number): string {
  const percent = share * 100
  const shown = percent > 99.9 && share < 1 ? 99.9 : Math.round(percent * 10) / 10
  return `${shown}\u00a0%`
}
