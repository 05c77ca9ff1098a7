import { Box, chakra } from '@chakra-ui/react'
import { historyMessages } from '#shared/domains/clusters/history-messages.ts'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { paths } from '#web/paths.ts'
import { shortHost } from '#shared/lib/host-text.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { AliasDeploymentsProps } from '#web/ui/page/alias-deployments.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { ExactTime } from '#web/ui/time/moment.tsx'
import type { failureQuery } from '../operations.ts'

type Failure = ResultOf<typeof failureQuery>['failure']

// Loaded lazily: it stands last, and is read by itself.
const AliasDeployments = lazyPart<AliasDeploymentsProps>(
  async () => (await import('#web/ui/page/alias-deployments.tsx')).AliasDeployments,
  () => null,
)

/** Further places are counted. */
const LISTED = 8

/** The log of the newest failed attempt; null where it is not known. */
export function logAddress(sample: Failure['sample']): string | null {
  if (!sample?.appId || !sample.workqueueId) return null
  const { appId, workqueueId, taskId, attempt } = sample
  return paths.workqueue(
    appId,
    workqueueId,
    `?task=${encodeURIComponent(taskId ?? '')}&attempt=${attempt ?? 1}`,
  )
}

/** The newest failed attempt: its reason in full, its task, and the way to its log. */
export function NewestFailure({ sample }: Pick<Failure, 'sample'>) {
  if (!sample) return null
  const { taskName, alias, at, reason } = sample
  const log = logAddress(sample)
  return (
    <Panel title={texts.newest} aside={<ExactTime value={at} />}>
      <Box
        textStyle="mono"
        color={reason ? 'danger' : 'ink.2'}
        overflowWrap="anywhere"
        whiteSpace="pre-wrap"
        maxH="200px"
        overflowY="auto"
        tabIndex={reason && reason.length > 400 ? 0 : undefined}
      >
        {reason ?? texts.noReason}
      </Box>
      <Box mt="2" color="ink.2" overflowWrap="anywhere">
        {[taskName, alias].filter(Boolean).join(' · ')}
        {log && (
          <TextLink
            to={log}
            display="inline-flex"
            alignItems="center"
            minH={{ base: '10', sm: 'auto' }}
            ms="2"
          >
            {texts.openLog}
          </TextLink>
        )}
      </Box>
    </Panel>
  )
}

/** The deployments that run the alias of the newest failed attempt, with what has changed in them. */
export function DeploymentPanel({ type, alias }: { type: string; alias: string }) {
  return (
    <AliasDeployments
      queue={{ type, alias }}
      frame={(content) => <Panel title={historyMessages.deployment}>{content}</Panel>}
    />
  )
}

/** What a failure was seen on, and what it was not seen on. */
export function WherePanel({ failure }: { failure: Failure }) {
  const { versions, hosts, notVersions, notHosts } = failure
  return (
    <Panel title={texts.where}>
      <Box
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr) minmax(0, 1fr)"
        columnGap="3"
        rowGap="2"
        overflowWrap="anywhere"
      >
        <span />
        <chakra.strong fontWeight="medium" color="danger">
          {texts.seenOn}
        </chakra.strong>
        <chakra.strong fontWeight="medium" color="status.ended.fg" title={texts.notSeenHint}>
          {texts.notSeenOn}
        </chakra.strong>
        <chakra.dl display="contents">
          <Places label={texts.versions} on={versions} not={notVersions} />
          <Places label={texts.hosts} on={hosts} not={notHosts} shorten={shortHosts} />
        </chakra.dl>
      </Box>
    </Panel>
  )
}

/** Hosts without their domains, unless two have the same name then. */
function shortHosts(hosts: readonly string[]): (host: string) => string {
  const short = hosts.map(shortHost)
  return new Set(short).size === hosts.length ? shortHost : (host) => host
}

type Shorten = (names: readonly string[]) => (name: string) => string
const asTheyAre: Shorten = () => (name) => name

function Places({
  label,
  on,
  not,
  shorten = asTheyAre,
}: {
  label: string
  on: readonly string[]
  not: readonly string[]
  /** The names as they are shown; whole they are the tooltips. */
  shorten?: Shorten
}) {
  const shown = shorten([...on, ...not])
  return (
    <>
      <chakra.dt color="ink.3">{label}</chakra.dt>
      <Names names={on} none={texts.notKnown} shown={shown} />
      <Names names={not} none={on.length > 0 ? texts.noneWithout : texts.notKnown} shown={shown} />
    </>
  )
}

function Names({
  names,
  none,
  shown,
}: {
  names: readonly string[]
  none: string
  shown(name: string): string
}) {
  const more = names.length - LISTED
  return (
    <chakra.dd minW="0">
      {names.length === 0 && <Box color="ink.3">{none}</Box>}
      {names.slice(0, LISTED).map((name) => (
        <Box key={name} textStyle="mono" title={shown(name) === name ? undefined : name}>
          {shown(name)}
        </Box>
      ))}
      {more > 0 && (
        <Box color="ink.3" title={names.slice(LISTED).join(', ')}>
          {texts.andMore(more)}
        </Box>
      )}
    </chakra.dd>
  )
}
