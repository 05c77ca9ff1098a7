import { Skeleton } from '@chakra-ui/react'
import { useMemo } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { paths } from '#web/paths.ts'
import { ShareBar, ShareLegend } from '#web/ui/display/share-bar.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { AttentionAppRow } from '../operations.ts'

const statuses = ['completed', 'failed', 'cancelled', 'running'] as const

/** With the most failed runs first, then the most that run. */
const byFailed = (one: AttentionAppRow, other: AttentionAppRow) =>
  (other.failed ?? 0) - (one.failed ?? 0) ||
  (other.running ?? 0) - (one.running ?? 0) ||
  one.name.localeCompare(other.name)

/** The runs of the last 24 hours of each app; undefined while they are read, and where they could not be (`failed`). */
export function AppsCard({
  apps,
  failed,
}: {
  apps: readonly AttentionAppRow[] | undefined
  failed: boolean
}) {
  const rows = useMemo(() => apps?.filter(({ appId }) => appId !== null).sort(byFailed), [apps])
  return (
    <Panel title={texts.apps} aside={<span data-aside-note>{texts.runsOf24h}</span>} padded={false}>
      <ul data-apps>
        {rows?.map((app) => (
          <AppRow key={app.appId} app={app} />
        ))}
        {!rows && !failed && [0, 1, 2].map((place) => <AppPlace key={place} />)}
        {!rows && failed && <li data-aside-note>{texts.notKnown}</li>}
        {rows?.length === 0 && <li data-aside-note>{texts.noApps}</li>}
      </ul>
      {rows?.length !== 0 && (
        <div data-apps-legend>
          <ShareLegend statuses={statuses} />
        </div>
      )}
    </Panel>
  )
}

function AppRow({ app }: { app: AttentionAppRow }) {
  const id = app.appId ?? ''
  const failed = app.failed ?? 0
  const running = app.running ?? 0
  const shares = statuses.map((status) => ({ status, count: app[status] ?? 0 }))
  return (
    <li>
      <TextLink to={paths.app(id)} data-app-name="" title={app.name}>
        {app.name}
      </TextLink>
      <TextLink to={paths.workqueues(id, '?status=failed')} data-app-failed={failed > 0 ? '' : undefined}>
        {texts.failedRuns(failed)}
      </TextLink>
      <TextLink to={paths.workqueues(id, '?status=started')} data-app-running={running > 0 ? '' : undefined}>
        {texts.runningRuns(running)}
      </TextLink>
      <ShareBar shares={shares} empty={texts.noRuns} />
    </li>
  )
}

const AppPlace = () => (
  <li>
    <Skeleton height="3" width="90px" my="1" />
    <Skeleton height="1.5" gridColumn="1 / -1" />
  </li>
)
