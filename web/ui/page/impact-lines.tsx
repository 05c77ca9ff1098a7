import { Box, chakra } from '@chakra-ui/react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Fragment, useMemo, type ReactNode } from 'react'
import { useQuery } from 'urql'
import { impactOf, type ImpactLine } from '#shared/domains/usage/impact.ts'
import type { UseKind } from '#shared/domains/usage/kinds.ts'
import { usageMessages as texts } from '#shared/domains/usage/messages.ts'
import { paths } from '#web/paths.ts'
import { RelativeTime } from '../time/moment.tsx'
import type { ImpactProps } from './impact-props.ts'
import { TextLink } from './text-link.tsx'
import { usageQuery, type UsageData, type UsedByRow } from '#web/lib/usage-operations.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'

/** The part of `Impact` that is loaded with the first dialog. */
export function ImpactLines({
  of,
  deed,
  also = [],
  inline = false,
  except = [],
  isTold,
}: ImpactProps & { isTold: boolean }) {
  const { kind, id, owner, alias } = of
  const variables = useMemo(() => ({ kind, id, owner, alias }), [kind, id, owner, alias])
  const [{ data, error }] = useQuery({
    query: usageQuery,
    variables,
    pause: !isTold,
    requestPolicy: 'network-only',
  })
  const usage = isTold ? data?.usage : undefined
  const lines = usage ? impactOf(kind, deed, usage.uses) : []
  const hasUses = lines.length > 0 || also.length > 0
  if (inline) {
    const told = lines.filter(({ kind: use }) => use === null || !except.includes(use))
    if (lines.length > 0 && told.length === 0) return null
    return <Paragraph lines={usage ? told : null} isUnread={error !== undefined} usedId={id} />
  }
  return (
    <Box role="status" aria-label={texts.title} mt="3" display="grid" gap="1.5" minH="5" color="ink">
      {usage && kind in credentials && <Line tone="quiet">{lastUse(usage.lastUsed)}</Line>}
      {lines.map((line) => (
        <Line key={line.kind ?? line.text} tone="warning">
          <Named line={line} usedId={id} />
        </Line>
      ))}
      {also.map((text) => (
        <Line key={text} tone="warning">
          {text}
        </Line>
      ))}
      {usage && !hasUses && !(kind in credentials) && <Line tone="quiet">{texts.nothing}</Line>}
      {isTold && !usage && <Box color="ink.2">{error ? texts.unread : texts.reading}</Box>}
    </Box>
  )
}

/** The same as sentences of one paragraph; null: not read yet. */
function Paragraph({
  lines,
  isUnread,
  usedId: id,
}: {
  lines: ImpactLine<UsedByRow>[] | null
  isUnread: boolean
  usedId: string | undefined
}) {
  if (!lines) return isUnread ? texts.unread : <span hidden data-pending />
  if (lines.length === 0) return <>{texts.nothing}</>
  return (
    <>
      {lines.map((line, index) => (
        <Fragment key={line.kind ?? line.text}>
          {index > 0 && BETWEEN_FACTS}
          <Named line={line} usedId={id} />
        </Fragment>
      ))}
    </>
  )
}

/** Of these the platform knows when they were used. */
const credentials = { token: true, privateKey: true }

function lastUse(used: UsageData['lastUsed']): ReactNode {
  if (!used?.at) return texts.neverUsed
  return (
    <>
      {texts.lastUsed} <RelativeTime value={used.at} />
      {used.by && texts.from(used.by)}
    </>
  )
}

function Line({ tone, children }: { tone: 'warning' | 'quiet'; children: ReactNode }) {
  const Icon = tone === 'warning' ? TriangleAlert : CircleCheck
  return (
    <Box display="flex" gap="2">
      <Box
        color={tone === 'warning' ? 'status.retry.fg' : 'ink.3'}
        flexShrink={0}
        pt="3px"
        lineHeight="0"
        aria-hidden
      >
        <Icon size={14} />
      </Box>
      <Box minW="0" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  )
}

/** `2 plans name it: Nightly, Weekly and 3 more`. */
function Named({
  line: { kind, text, named, rest },
  usedId,
}: {
  line: ImpactLine<UsedByRow>
  usedId: string | undefined
}) {
  const shown: ReactNode[] = named.map((each) => (
    <UsedByName key={each.id} kind={kind} row={each} usedId={usedId} />
  ))
  if (rest) shown.push(rest)
  return (
    <>
      {text}
      {shown.map((name, index) => (
        <Fragment key={index}>
          {index === 0 ? ': ' : index === shown.length - 1 ? ' and ' : ', '}
          {name}
        </Fragment>
      ))}
    </>
  )
}

function UsedByName({
  kind,
  row,
  usedId,
}: {
  kind: UseKind | null
  row: UsedByRow
  /** The id of what is used: a start address is on the page of its plan. */
  usedId: string | undefined
}) {
  const to = addressOf(kind, row, usedId)
  return (
    <>
      {to ? (
        <TextLink to={to} textDecoration="underline">
          {row.name}
        </TextLink>
      ) : (
        <chakra.span fontWeight="medium">{row.name}</chakra.span>
      )}
      {row.within && texts.within(row.within)}
    </>
  )
}

/** Null for what has no page, and where a platform does not tell where it is. */
function addressOf(
  kind: UseKind | null,
  { id, appId, workqueueId, clusterId }: UsedByRow,
  usedId: string | undefined,
): string | null {
  switch (kind) {
    case 'task':
    case 'waiting':
      return appId && workqueueId && paths.workqueue(appId, workqueueId, `?task=${id}`)
    case 'run':
      return appId && paths.workqueue(appId, id)
    case 'deployment':
      return clusterId && paths.deployment(clusterId, id)
    case 'schedule':
      return appId && paths.schedule(appId, id)
    case 'hook':
      return usedId ? paths.planHook(usedId, id) : null
    case 'plan':
      return paths.plan(id)
    default:
      return null
  }
}
