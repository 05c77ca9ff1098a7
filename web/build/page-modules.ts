import type { PageModules } from './early-files.ts'

/** Every screen of an app is inside its shell. */
const inApp = (module: string) => ['apps/app-shell.tsx', module]

/** The modules of the screen at each address of the router; a test compares both. */
export const pageModules: PageModules = {
  '/login': ['account/login-page.tsx'],
  '/logout': ['account/logout-page.tsx'],
  '/apps/:id/workqueues': inApp('workqueues/workqueue-list-page.tsx'),
  '/apps/:id/workqueues/create': inApp('workqueues/workqueue-create-page.tsx'),
  // Begins with the graph.
  '/apps/:id/workqueues/:workqueue': [
    ...inApp('workqueues/workqueue-detail-page.tsx'),
    'workqueues/detail/graph/graph-view.tsx',
    '../graph/task-graph.tsx',
  ],
  '/apps/:id/workqueues/:workqueue/compare/:other?': inApp('workqueues/workqueue-compare-page.tsx'),
  '/apps/:id/grid': inApp('workqueues/workqueue-grid-page.tsx'),
  '/apps/:id/schedules': inApp('schedules/schedule-list-page.tsx'),
  '/apps/:id/tasks': inApp('tasks/task-list-page.tsx'),
  '/apps/:id/tasks-summary': inApp('tasks/tasks-summary-page.tsx'),
  '/apps/:id/collaborators': inApp('apps/collaborators-page.tsx'),
  '/apps/:id/settings': inApp('apps/app-settings-page.tsx'),
  '/account': ['account/account-page.tsx'],
  '/dashboard': ['backlog/backlog-page.tsx'],
  '/dashboard/backlog': ['backlog/backlog-page.tsx'],
  '/dashboard/attention': ['attention/attention-page.tsx'],
  '/dashboard/activity': ['activity/activity-page.tsx'],
  '/dashboard/keys': ['keys/key-list-page.tsx'],
  '/dashboard/failures': ['failures/failure-list-page.tsx'],
  '/dashboard/failures/:failureId': ['failures/failure-page.tsx'],
  '/clusters': ['clusters/cluster-list-page.tsx'],
  '/clusters/:id': ['clusters/cluster-detail-page.tsx'],
  '/clusters/:clusterId/deployment/:deploymentId': ['clusters/deployment-detail-page.tsx'],
  '/reference': ['reference/reference-page.tsx'],
  '/plans': ['plans/plan-list-page.tsx'],
  '/plans/:id': ['plans/plan-detail-page.tsx'],
  '/scripts': ['scripts/script-list-page.tsx'],
  '/scripts/:id': ['scripts/script-detail-page.tsx'],
  '/teams': ['teams/team-list-page.tsx'],
  '/teams/:id': ['teams/team-detail-page.tsx'],
  '/workers': ['workers/worker-list-page.tsx'],
  '/workers/:id': ['workers/worker-detail-page.tsx'],
}
