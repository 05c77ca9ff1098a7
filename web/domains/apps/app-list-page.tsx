import { Box, chakra, Grid } from '@chakra-ui/react'
import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { appMessages } from '../../../shared/domains/apps/messages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { failText } from '../../ui/fail-text.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFailToast } from '../../ui/use-fail-toast.ts'
import { AppCard, AppCardSkeleton } from './app-card.tsx'
import { NewAppButton } from './new-app-button.tsx'
import { appListQuery } from './operations.ts'

const columns = 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))'

function Loader() {
  return (
    <Box role="status" aria-label="Loading apps">
      <Grid templateColumns={columns} gap="4">
        {Array.from({ length: 6 }, (_, index) => (
          <AppCardSkeleton key={index} />
        ))}
      </Grid>
    </Box>
  )
}

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
      <Grid as="ul" templateColumns={columns} gap="4" listStyleType="none">
        {data.apps.map((app) => (
          <chakra.li key={app.id} minW="0">
            <AppCard app={app} />
          </chakra.li>
        ))}
      </Grid>
    )
  } else if (fetching) {
    content = <Loader />
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
