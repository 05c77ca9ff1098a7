import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { CardList, CardListSkeleton, LinkCard } from '#web/ui/page/link-card.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { NewAppButton } from './app-buttons.tsx'
import { HealthMark, HealthPlace } from './health-mark.tsx'
import { appListQuery } from './operations.ts'
import { useAppHealth } from './use-app-health.ts'

// Loaded while the runs are read: the first file is needed by all screens.
const AppHealth = lazyPart(async () => (await import('./app-health.tsx')).AppHealth, HealthPlace)
const HealthLegend = lazyPart(
  async () => (await import('./app-health.tsx')).HealthLegend,
  () => null,
)

/** All apps of the account as cards. */
export function AppListPage() {
  const read = useLastRead(appListQuery, {})
  useFailToast(appMessages.loadListFailed, read.error)
  const apps = read.data?.apps
  const health = useAppHealth()

  let content: ReactNode
  if (apps && apps.length > 0) {
    content = (
      <CardList
        items={apps}
        render={(app) => (
          <LinkCard
            to={paths.workqueues(app.id)}
            copy={copied.app(app)}
            name={app.name}
            foot={
              health.offered && (
                <AppHealth
                  appId={app.id}
                  health={
                    health.byApp ? (health.byApp.get(app.id) ?? null) : health.failing ? null : undefined
                  }
                  readAt={health.failing ? health.readAt : undefined}
                />
              )
            }
          >
            {app.description}
          </LinkCard>
        )}
      />
    )
  } else if (read.failure) {
    content = (
      <Panel padded={false}>
        <FailedState message={failText(appMessages.loadListFailed, read.failure)} onRetry={read.reread} />
      </Panel>
    )
  } else if (apps) {
    content = (
      <Panel padded={false}>
        <EmptyState
          icon={<LayoutGrid size={20} />}
          title={appMessages.emptyTitle}
          description={appMessages.emptyText}
          action={<NewAppButton />}
        />
      </Panel>
    )
  } else {
    content = <CardListSkeleton label="Loading apps" foot={health.offered} />
  }
  return (
    <>
      <PageHead
        crumbs={[]}
        title={appMessages.title}
        badge={health.offered && <HealthMark {...health} />}
        actions={
          <CreateAnother read={read} total={apps?.length}>
            <NewAppButton />
          </CreateAnother>
        }
      />
      {content}
      {health.offered && apps && apps.length > 0 && <HealthLegend />}
    </>
  )
}
