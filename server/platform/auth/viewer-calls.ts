import type { FastifyRequest } from 'fastify'

/**
 * The calls of an account that a viewer may make; it is refused all others. What these reads contain is bound to the apps of
 * the viewer by the database (`row-scope.ts`), and its payloads are taken out of every answer (`viewers.ts`).
 */
const reads = [
  'account',
  'accounts/:accountId/memberships',
  'accounts/:accountId/memberships/:userId',
  'apps',
  'apps/:id',
  'apps/:id/collaborators',
  'apps/count',
  'apps/findOne',
  'attention',
  'audit',
  'clusters',
  'clusters/:id',
  'clusters/count',
  'clusters/findOne',
  'deployments',
  'deployments/:id',
  'deployments/:id/changes',
  'deployments/:id/work',
  'deployments/count',
  'deployments/findOne',
  'failures',
  'failures/:id',
  'failures/:id/tasks',
  'invitations',
  'plans',
  'plans/:id',
  'plans/:id/revisions',
  'plans/:id/revisions/:version',
  'plans/count',
  'plans/findOne',
  'plans/health',
  'queues',
  'queues/:type/:alias',
  'queues/:type/:alias/deployments',
  'receipts',
  'receipts/:id',
  'receipts/count',
  'receipts/findOne',
  'schedules',
  'schedules/:id',
  'schedules/:id/occurrences',
  'scripts',
  'scripts/:id',
  'scripts/count',
  'scripts/findOne',
  'search',
  'search/suggestions',
  'stats/apps',
  'stats/plans',
  'stats/plans/:id',
  'tasks',
  'tasks/:id',
  'tasks/:id/attempts',
  'tasks/:id/payload',
  'tasks/backlog',
  'tasks/count',
  'tasks/findOne',
  'tasks/summary',
  'teams',
  'teams/:id',
  'teams/:id/members',
  'teams/count',
  'teams/findOne',
  'views',
  'views/:id',
  'workers',
  'workers/:id',
  'workers/bytype/:type',
  'workers/count',
  'workers/findOne',
  'workers/inputs',
  'workqueues',
  'workqueues/:id',
  'workqueues/:id/attempts',
  'workqueues/:id/logs',
  'workqueues/count',
  'workqueues/findOne',
  'workqueues/recent',
]

/** What only concerns the viewer: own views, which a viewer cannot share. */
const own = ['POST views', 'PUT views/:id', 'DELETE views/:id']

/** Each as the route table has it: `GET /api/apps/:id`. */
export const viewerCalls: ReadonlySet<string> = new Set(
  [...reads.map((path) => `GET ${path}`), ...own].map((call) => call.replace(' ', ' /api/')),
)

/** Whether a viewer may make this call. Calls about no account are about the user alone. */
export const isOfViewers = ({ method, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.platformAccess !== 'account' || viewerCalls.has(`${method} ${routeOptions.url}`)
