import { Box, Skeleton } from '@chakra-ui/react'
import { useEffect, useMemo } from 'react'
import { Outlet, useMatch, useNavigate, useParams } from 'react-router-dom'
import { useQuery } from 'urql'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { type CurrentApp, CurrentAppProvider } from '#web/lib/current-app.tsx'
import { paths } from '#web/paths.ts'
import { PageActionsProvider } from '#web/ui/page/page-head.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { appQuery } from './operations.ts'
import { useEditApp } from './use-edit-app.tsx'

function Loader() {
  return (
    <Box role="status" aria-label="Loading app">
      <Skeleton height="3" width="160px" />
      <Skeleton height="5" width="240px" mt="4" />
      <Skeleton height="320px" mt="6" borderRadius="lg" />
    </Box>
  )
}

/**
 * Layout route of the pages of one app: loads the app and provides it and its Edit App action to them. Leads
 * back to the list when the app cannot be loaded.
 */
export function AppShell() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const [{ data, error }] = useQuery({
    query: appQuery,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const app = data?.app.id === id ? data.app : undefined
  const toRun = useMatch(paths.createWorkqueue(':id')) !== null
  useFailToast(toRun ? appMessages.loadForRunFailed : appMessages.loadFailed, error)
  useEffect(() => {
    if (error) void navigate(paths.apps(), { replace: true })
  }, [error, navigate])

  if (!app) return <Loader />
  return <AppPages app={app} />
}

function AppPages({ app }: { app: CurrentApp }) {
  const { action, dialogs } = useEditApp(app)
  return (
    <CurrentAppProvider app={app}>
      <PageActionsProvider actions={useMemo(() => [action], [action])}>
        <Outlet />
      </PageActionsProvider>
      {dialogs}
    </CurrentAppProvider>
  )
}
