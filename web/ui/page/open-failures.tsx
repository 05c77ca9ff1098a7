import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { failuresOfTypeMessages as texts } from '#shared/domains/failures/messages.ts'
import { type OpenFailure, type OpenFailures, useOpenFailures } from '#web/lib/failures/use-open-failures.ts'
import { paths } from '#web/paths.ts'
import { StatusIcon } from '../display/status.tsx'
import { RelativeTime } from '../time/moment.tsx'
import { Panel } from './panel.tsx'
import { TextLink } from './text-link.tsx'

/** Failures that the panel lists; the others are a link. */
const LISTED = 3

const ofType = (type: string) => paths.failures(`?type=${encodeURIComponent(type)}`)

/** The address of the one failure, or of all open ones of their type; `several` where they are of more types. */
const addressOf = (failures: readonly OpenFailure[], several = paths.failures()) => {
  const [first, ...others] = failures
  if (!first || others.some(({ type }) => type !== first.type)) return several
  return others.length > 0 ? ofType(first.type) : paths.failure(first.id)
}

const sumOf = (failures: readonly OpenFailure[]) =>
  failures.reduce((sum, failure) => sum + (failure.tasks ?? 0), 0)

/** In a cell: why the tasks of a type fail now, and how many; nothing where none does. */
export function FailingText({ failures }: { failures: readonly OpenFailure[] | undefined }) {
  const [newest] = failures ?? []
  if (!failures || !newest) return null
  return (
    <chakra.span display="block" minW="0">
      <TextLink to={addressOf(failures)} color="danger" lineClamp={1} title={newest.title}>
        {newest.title}
      </TextLink>
      <chakra.span display="block" textStyle="xs" color="ink.2">
        {texts.tasks(sumOf(failures))}
        {failures.length > 1 && `, ${texts.open(failures.length)}`}
      </chakra.span>
    </chakra.span>
  )
}

/** In a cell, below what runs: how many tasks fail now; the newest cause is named when it is pointed at. */
export function FailingCount({
  failures = [],
  several,
}: {
  failures: readonly OpenFailure[] | undefined
  several?: string
}) {
  const [newest] = failures
  if (!newest) return null
  return (
    <TextLink
      to={addressOf(failures, several)}
      display="block"
      textStyle="xs"
      color="danger"
      title={newest.title}
      // Room for a finger.
      position="relative"
      _before={{ base: { content: '""', position: 'absolute', inset: '-12px' }, sm: { content: 'none' } }}
    >
      {texts.failing(sumOf(failures))}
    </TextLink>
  )
}

/** How many failures of a type are open, with the way to them; nothing where none is. */
export function OpenFailuresLink({ type }: { type: string }) {
  const failures = useOpenFailures(type)
  if (!failures || failures.total === 0) return null
  return (
    <TextLink to={addressOf(failures.rows)} color="danger">
      {texts.open(failures.total)}
    </TextLink>
  )
}

/** The failures of a type that are open, one a line, each with what can be done about it. */
export function FailingPanel({
  type,
  failures,
  actionOf,
}: {
  type: string
  failures: OpenFailures
  actionOf(failure: OpenFailure): ReactNode
}) {
  const more = failures.total - LISTED
  return (
    <Panel title={texts.title} padded={false}>
      <chakra.ul listStyleType="none">
        {failures.rows.slice(0, LISTED).map((failure) => (
          <FailureLine key={failure.id} failure={failure} action={actionOf(failure)} />
        ))}
      </chakra.ul>
      {more > 0 && (
        <Box px="3.5" py="2" borderTopWidth="1px" borderColor="line.soft">
          <TextLink to={ofType(type)}>{texts.more(more)}</TextLink>
        </Box>
      )}
    </Panel>
  )
}

function FailureLine({
  failure: { id, title, tasks, last },
  action,
}: {
  failure: OpenFailure
  action: ReactNode
}) {
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto 9em auto' }}
      columnGap="3"
      alignItems="baseline"
      px="3.5"
      py="2"
      borderColor="line.soft"
      css={{ '& + &': { borderTopWidth: '1px' } }}
    >
      <Box as="span" position="relative" top="2px">
        <StatusIcon status="failed" />
      </Box>
      <TextLink to={paths.failure(id)} color="danger" overflowWrap="anywhere" py={{ base: '2', sm: '0' }}>
        {title}
      </TextLink>
      <Box as="span" color="ink.2" gridColumn={{ base: '2', sm: 'auto' }} whiteSpace="nowrap">
        {texts.tasks(tasks ?? 0)}
        <Box as="span" hideFrom="sm">
          {', '}
          {texts.last} <RelativeTime value={last} />
        </Box>
      </Box>
      <Box as="span" color="ink.2" hideBelow="sm" textAlign="end" whiteSpace="nowrap">
        <RelativeTime value={last} />
      </Box>
      {/* Its place is kept until it is known how much it restarts. */}
      <Box
        gridColumn={{ base: '2', sm: 'auto' }}
        alignSelf="center"
        minW={{ sm: '104px' }}
        minH={{ base: '10', sm: '7' }}
        textAlign={{ sm: 'end' }}
      >
        {action}
      </Box>
    </chakra.li>
  )
}
