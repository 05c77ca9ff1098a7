import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { FeatureRoute } from './feature-route.tsx'
import { page, PageFailure } from './page-route.tsx'
import { SessionGuard } from './session-guard.tsx'
import { Shell } from './shell/shell.tsx'
import { StartFrame } from './start-frame.tsx'
import { StartRedirect } from './start-redirect.tsx'
import { UnknownAddress } from './unknown-address.tsx'

// Loaded lazily: few visits choose tasks. Given to the lists of tasks here, because failures know tasks already.
const ChosenTaskActions = lazyPart(
  async () => (await import('../domains/failures/chosen-task-actions.tsx')).ChosenTaskActions,
  () => null,
)

/** Every address of the console; unknown ones lead to `/`, which redirects to the apps. */
export const routes: RouteObject[] = [
  {
    Component: SessionGuard,
    ErrorBoundary: PageFailure,
    HydrateFallback: StartFrame,
    children: [
      page('/login', async () => (await import('../domains/account/login-page.tsx')).LoginPage),
      page('/logout', async () => (await import('../domains/account/logout-page.tsx')).LogoutPage),
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: PageFailure,
            children: [
              { path: '/', Component: StartRedirect },
              page('/apps', async () => (await import('../domains/apps/app-list-page.tsx')).AppListPage),
              // An app opens with its workqueues. Not a child of the app's shell, which would redirect only
              // after the app is loaded, and so undo a navigation of the user in between.
              { path: '/apps/:id', element: <Navigate to="workqueues" replace /> },
              {
                ...page('/apps/:id', async () => (await import('../domains/apps/app-shell.tsx')).AppShell),
                children: [
                  page(
                    'workqueues',
                    async () =>
                      (await import('../domains/workqueues/workqueue-list-page.tsx')).WorkqueueListPage,
                  ),
                  page(
                    'workqueues/create',
                    async () =>
                      (await import('../domains/workqueues/workqueue-create-page.tsx')).WorkqueueCreatePage,
                  ),
                  page(
                    'workqueues/:workqueue',
                    async () =>
                      (await import('../domains/workqueues/workqueue-detail-page.tsx')).WorkqueueDetailPage,
                  ),
                  page(
                    'workqueues/:workqueue/compare/:other?',
                    async () =>
                      (await import('../domains/workqueues/workqueue-compare-page.tsx')).WorkqueueComparePage,
                  ),
                  page(
                    'grid',
                    async () =>
                      (await import('../domains/workqueues/workqueue-grid-page.tsx')).WorkqueueGridPage,
                  ),
                  {
                    element: <FeatureRoute name="schedules" />,
                    children: [
                      page(
                        'schedules',
                        async () =>
                          (await import('../domains/schedules/schedule-list-page.tsx')).ScheduleListPage,
                      ),
                    ],
                  },
                  page('tasks', async () => {
                    const { TaskListPage } = await import('../domains/tasks/task-list-page.tsx')
                    return () => <TaskListPage Actions={ChosenTaskActions} />
                  }),
                  page('tasks-summary', async () => {
                    const { TasksSummaryPage } = await import('../domains/tasks/tasks-summary-page.tsx')
                    return () => <TasksSummaryPage Actions={ChosenTaskActions} />
                  }),
                  page(
                    'collaborators',
                    async () => (await import('../domains/apps/collaborators-page.tsx')).CollaboratorsPage,
                  ),
                  page(
                    'settings',
                    async () => (await import('../domains/apps/app-settings-page.tsx')).AppSettingsPage,
                  ),
                ],
              },
              page('/account', async () => (await import('../domains/account/account-page.tsx')).AccountPage),
              page(
                '/dashboard',
                async () => (await import('../domains/backlog/backlog-page.tsx')).BacklogPage,
              ),
              page(
                '/dashboard/backlog',
                async () => (await import('../domains/backlog/backlog-page.tsx')).BacklogPage,
              ),
              {
                element: <FeatureRoute name="attention" />,
                children: [
                  page(
                    '/dashboard/attention',
                    async () => (await import('../domains/attention/attention-page.tsx')).AttentionPage,
                  ),
                ],
              },
              {
                element: <FeatureRoute name="audit" />,
                children: [
                  page(
                    '/dashboard/activity',
                    async () => (await import('../domains/activity/activity-page.tsx')).ActivityPage,
                  ),
                ],
              },
              {
                element: <FeatureRoute name="keys" />,
                children: [
                  page(
                    '/dashboard/keys',
                    async () => (await import('../domains/keys/key-list-page.tsx')).KeyListPage,
                  ),
                ],
              },
              {
                element: <FeatureRoute name="failures" />,
                children: [
                  page(
                    '/dashboard/failures',
                    async () => (await import('../domains/failures/failure-list-page.tsx')).FailureListPage,
                  ),
                  page(
                    '/dashboard/failures/:failureId',
                    async () => (await import('../domains/failures/failure-page.tsx')).FailurePage,
                  ),
                ],
              },
              page(
                '/clusters',
                async () => (await import('../domains/clusters/cluster-list-page.tsx')).ClusterListPage,
              ),
              page(
                '/clusters/:id',
                async () => (await import('../domains/clusters/cluster-detail-page.tsx')).ClusterDetailPage,
              ),
              page(
                '/clusters/:clusterId/deployment/:deploymentId',
                async () =>
                  (await import('../domains/clusters/deployment-detail-page.tsx')).DeploymentDetailPage,
              ),
              page(
                '/reference',
                async () => (await import('../domains/reference/reference-page.tsx')).ReferencePage,
              ),
              page('/plans', async () => (await import('../domains/plans/plan-list-page.tsx')).PlanListPage),
              page(
                '/plans/:id',
                async () => (await import('../domains/plans/plan-detail-page.tsx')).PlanDetailPage,
              ),
              page(
                '/scripts',
                async () => (await import('../domains/scripts/script-list-page.tsx')).ScriptListPage,
              ),
              page(
                '/scripts/:id',
                async () => (await import('../domains/scripts/script-detail-page.tsx')).ScriptDetailPage,
              ),
              page('/teams', async () => (await import('../domains/teams/team-list-page.tsx')).TeamListPage),
              page(
                '/teams/:id',
                async () => (await import('../domains/teams/team-detail-page.tsx')).TeamDetailPage,
              ),
              page(
                '/workers',
                async () => (await import('../domains/workers/worker-list-page.tsx')).WorkerListPage,
              ),
              page(
                '/workers/:id',
                async () => (await import('../domains/workers/worker-detail-page.tsx')).WorkerDetailPage,
              ),
              page('*', async () => UnknownAddress),
            ],
          },
        ],
      },
    ],
  },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
