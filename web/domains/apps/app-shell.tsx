import { useMemo } from 'react'
import { Outlet, useMatch, useParams } from 'react-router-dom'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { type CurrentApp, CurrentAppProvider } from '#web/lib/current-app.tsx'
import { paths } from '#web/paths.ts'
import { PageActionsProvider } from '#web/ui/page/page-head.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/page/use-detail.tsx'
import { appQuery } from './operations.ts'
import { useEditApp } from './use-edit-app.tsx'

/**
 * Layout route of the pages of one app: loads the app and provides it and its Edit App action to them. Leads
 * back to the list when the app cannot be loaded.
 */
export function AppShell() {
  const { id = '' } = useParams()
  const toRun = useMatch(paths.createWorkqueue(':id')) !== null
  const failed = toRun ? appMessages.loadForRunFailed : appMessages.loadFailed
  const detail = useDetail(
    appQuery,
    { id },
    { failed, above: [{ label: appMessages.title, to: paths.apps() }] },
  )
  if (detail.data?.app.id !== id) return <DetailSkeleton title="App" detail={detail} />
  return <AppPages app={detail.data.app} />
}

function AppPages({ app }: { app: CurrentApp }) {
  const { action, dialogs } = useEditApp(app)
  const { mayChange } = useRights()
  return (
    <CurrentAppProvider app={app}>
      <PageActionsProvider actions={useMemo(() => (mayChange ? [action] : []), [mayChange, action])}>
        <Outlet />
      </PageActionsProvider>
      {dialogs}
    </CurrentAppProvider>
  )
}
