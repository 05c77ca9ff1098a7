import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { appMessages } from '../../../shared/domains/apps/messages.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { failText } from '../../ui/fail-text.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { CardList, CardListSkeleton, LinkCard } from '../../ui/link-card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFailToast } from '../../ui/use-fail-toast.ts'
import { NewAppButton } from './new-app-button.tsx'
import { appListQuery } from './operations.ts'

/** Apps: every app of the account as a card. */
export function AppListPage() {
  const [{ data, error, fetching }, read] = useQuery({
    query: appListQuery,
    requestPolicy: 'cache-and-network',
  })
  useFailToast(appMessages.loadListFailed, error)

  let content: ReactNode = null
  if (data && data.apps.length > 0) {
    content = (
      <CardList
        items={data.apps}
        render={(app) => (
          <LinkCard to={paths.workqueues(app.id)} name={app.name}>
            {app.description}
          </LinkCard>
        )}
      />
    )
  } else if (fetching) {
    content = <CardListSkeleton label="Loading apps" />
  } else if (error) {
    content = (
      <Panel padded={false}>
        <FailedState
          message={failText(appMessages.loadListFailed, error)}
          onRetry={() => read({ requestPolicy: 'network-only' })}
        />
      </Panel>
    )
  } else {
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
  }
  const isEmpty = data?.apps.length === 0
  return (
    <>
      <PageHead crumbs={[]} title={appMessages.title} actions={isEmpty ? null : <NewAppButton />} />
      {content}
    </>
  )
}
