import { Box, chakra } from '@chakra-ui/react'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { failureMessages } from '#shared/domains/failures/messages.ts'
import { RestartFailure, useFailureFix } from '#web/domains/failures/restart-failure.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import { paths } from '#web/paths.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { deploymentWorkQuery } from './operations.ts'

type Cause = ResultOf<typeof deploymentWorkQuery>['deploymentWork']['failures'][number]

export interface FailingCausesProps {
  causes: readonly Cause[]
  /** Tasks that have failed for a cause that is not listed. */
  others: number
  /** Called after each restart. */
  onChanged(): void
}

/** Why tasks of an alias fail, one line a cause, with the restart of all its tasks. */
export function FailingCauses({ causes, others, onChanged }: FailingCausesProps) {
  return (
    <>
      <chakra.ul
        listStyleType="none"
        display={{ md: 'grid' }}
        gridTemplateColumns={{ md: 'auto minmax(0, 1fr) auto auto minmax(104px, auto)' }}
        columnGap="3"
      >
        {causes.map((cause) => (
          <CauseLine key={cause.id} cause={cause} onChanged={onChanged} />
        ))}
      </chakra.ul>
      {others > 0 && (
        <Box px="3.5" py="2" borderTopWidth="1px" borderColor="line.soft" color="ink.2">
          {texts.otherCauses(others)}
        </Box>
      )}
    </>
  )
}

/** A platform of an earlier version tells only the reasons of tasks. */
const titleOf = ({ title, reason }: Cause) => title || reason || failureMessages.noReason

/** The cause with the way to its failure; below it the newest of its tasks, with the ways to its log and its run. */
function CauseLine({ cause, onChanged }: { cause: Cause; onChanged(): void }) {
  const { id, name, status, appId, workqueueId, workqueueName, failureId, tasks, at, version, hostName } =
    cause
  const fix = useFailureFix(failureId ?? '')
  const run = (query = '') => paths.workqueue(appId ?? '', workqueueId ?? '', query)
  return (
    <chakra.li
      display="grid"
      // In a wide window the lines share the columns of the list, however wide their buttons are.
      gridColumn={{ md: '1 / -1' }}
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr) auto', md: 'subgrid' }}
      columnGap="3"
      rowGap="1"
      alignItems="baseline"
      px="3.5"
      py="2"
      borderTopWidth="1px"
      borderColor="line.soft"
      overflowWrap="anywhere"
    >
      <Box as="span" position="relative" top="2px">
        <StatusIcon status={status} />
      </Box>
      <Box minW="0" gridColumn={{ base: '2 / -1', md: 'auto' }}>
        <TextLink {...finger} to={paths.failure(failureId ?? '')} color="danger">
          {titleOf(cause)}
        </TextLink>
        <Box color="ink.2">
          {texts.newest}{' '}
          <TextLink {...finger} to={run(`?task=${id}`)}>
            {name}
          </TextLink>{' '}
          {texts.ofRun}{' '}
          <TextLink {...finger} to={run()}>
            {workqueueName}
          </TextLink>
          <Box as="span" textStyle="mono" display={{ base: 'block', md: 'inline' }} ms={{ md: '3' }}>
            {[version, hostName].filter(Boolean).join(' @ ')}
          </Box>
        </Box>
      </Box>
      <Box
        gridColumn={{ base: '2', md: 'auto' }}
        textAlign={{ md: 'end' }}
        ms={{ md: '6' }}
        whiteSpace={{ md: 'nowrap' }}
        fontVariantNumeric="tabular-nums"
      >
        {tasks !== null && texts.tasksHere(tasks, fix.count)}
        <Box as="span" hideFrom="md" color="ink.2">
          {' · '}
          <RelativeTime value={at} />
        </Box>
      </Box>
      <Box hideBelow="md" ms="6" color="ink.2" whiteSpace="nowrap" textAlign="end">
        <RelativeTime value={at} />
      </Box>
      <Box textAlign="end" alignSelf={{ md: 'center' }} minH={{ base: '35px', md: '7' }}>
        <RestartFailure failureId={failureId ?? ''} title={titleOf(cause)} fix={fix} onChanged={onChanged} />
      </Box>
    </chakra.li>
  )
}

/** Links with room for a finger on a phone. */
const finger = { display: 'inline-flex', alignItems: 'center', minH: { base: '10', sm: 'auto' } } as const
