/** One entity of each kind in an account. */
export interface Ids {
  account: string
  accountName: string
  user: string
  app: string
  plan: string
  workqueue: string
  task: string
  token: string
  variable: string
  team: string
  /** The team's only member, who is also the only collaborator of the app. */
  member: string
  collaborator: string
  /** To the app. */
  invitation: string
  script: string
  worker: string
  /** The type of the worker's tasks; no other account has it. */
  workerType: string
  /** A private key of the alias `default`. */
  privateKey: string
  receipt: string
  /** A failure group with the task. */
  failure: string
  /** What needs attention: the failure group. */
  item: string
  cluster: string
  deployment: string
  /** A schedule of the plan in the app. */
  schedule: string
  /** A start address of the plan in the app. */
  hook: string
  /** A view of the user alone. */
  view: string
  alert: string
  /** Its webhook. */
  alertTarget: string
  /** A message of it that was given up. */
  delivery: string
}

export interface Call {
  url: string
  body?: object
}

/** A call with an entity of another account; `own` is the caller's. */
type Foreign = (foreign: Ids, own: Ids) => Call

export interface Row {
  /** Calls that must answer 404, with the same text as for unknown ids. */
  foreign: Foreign[]
  /** Lists: must answer, and contain nothing of the other account. */
  own?: string
}

const at = (url: string, body?: object): Call => ({ url, ...(body === undefined ? {} : { body }) })
const where = (filters: object) => encodeURIComponent(JSON.stringify(filters))
const definition = { name: 'Run', tasks: [] }
const app = { name: 'Taken', description: 'Taken' }
const schedule = { name: 'Taken', cron: '0 7 * * *' }
const span = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }
const alert = {
  name: 'Taken',
  when: { kind: 'runFailed' },
  to: [{ kind: 'email', address: 'ops@example.test' }],
}

/** The four reading calls of a list and one entity; `scopes` are the filters that name another entity. */
function reads(table: string, entity: keyof Ids, scopes: ((ids: Ids) => string)[] = []): Record<string, Row> {
  const scoped = (path: string) =>
    scopes.map(
      (scope): Foreign =>
        (ids) =>
          at(`${path}?${scope(ids)}`),
    )
  return {
    [`GET /api/${table}`]: { own: `/api/${table}?pagesize=9999`, foreign: scoped(`/api/${table}`) },
    [`GET /api/${table}/count`]: { own: `/api/${table}/count`, foreign: scoped(`/api/${table}/count`) },
    [`GET /api/${table}/findOne`]: { own: `/api/${table}/findOne`, foreign: scoped(`/api/${table}/findOne`) },
    [`GET /api/${table}/:id`]: { foreign: [(ids) => at(`/api/${table}/${ids[entity]}`)] },
  }
}

const byApp = (ids: Ids) => `appId=${ids.app}`
const someone = { email: 'someone@example.test' }

/** The calls on the members of one app or team. */
function people(table: string, path: string, entity: 'app' | 'team', member: keyof Ids): Record<string, Row> {
  const url = (ids: Ids) => `/api/${table}/${ids[entity]}/${path}`
  return {
    [`GET /api/${table}/:id/${path}`]: { foreign: [(ids) => at(url(ids))] },
    [`POST /api/${table}/:id/${path}`]: { foreign: [(ids) => at(url(ids), someone)] },
    [`POST /api/${table}/:id/${path}/invite`]: { foreign: [(ids) => at(`${url(ids)}/invite`, someone)] },
    [`DELETE /api/${table}/:id/${path}/:memberId`]: {
      foreign: [
        (foreign) => at(`${url(foreign)}/${foreign[member]}`),
        (foreign, own) => at(`${url(own)}/${foreign[member]}`),
        (foreign, own) => at(`${url(foreign)}/${own[member]}`),
      ],
    },
  }
}

/** Calls on one membership. */
const oneMembership = (body?: object): Row => ({
  foreign: [
    (foreign) => at(`/api/accounts/${foreign.account}/memberships/${foreign.user}`, body),
    (foreign, own) => at(`/api/accounts/${foreign.account}/memberships/${own.user}`, body),
    (foreign, own) => at(`/api/accounts/${own.account}/memberships/${foreign.user}`, body),
  ],
})

/** What uses an entity: alone, and inside of another one where either is foreign. */
function usages(): Record<string, Row> {
  const alone = (['plan', 'worker', 'script', 'cluster', 'deployment'] as const).map(
    (kind): [string, Row] => [
      `GET /api/${kind}s/:id/usage`,
      { foreign: [(ids) => at(`/api/${kind}s/${ids[kind]}/usage`)] },
    ],
  )
  const inside = (address: (owner: Ids, part: Ids) => string): Row => ({
    foreign: [
      (foreign) => at(address(foreign, foreign)),
      (foreign, own) => at(address(own, foreign)),
      (foreign, own) => at(address(foreign, own)),
    ],
  })
  return {
    ...Object.fromEntries(alone),
    'GET /api/workers/:id/aliases/:alias/usage': {
      foreign: [(ids) => at(`/api/workers/${ids.worker}/aliases/default/usage`)],
    },
    'GET /api/workers/:id/aliases/:alias/jwt/:keyId/usage': inside(
      (owner, part) => `/api/workers/${owner.worker}/aliases/default/jwt/${part.privateKey}/usage`,
    ),
    'GET /api/apps/:id/variables/:variableId/usage': inside(
      (owner, part) => `/api/apps/${owner.app}/variables/${part.variable}/usage`,
    ),
    'GET /api/apps/:id/token/:tokenId/usage': inside(
      (owner, part) => `/api/apps/${owner.app}/token/${part.token}/usage`,
    ),
  }
}

const byTeam = (ids: Ids) => `teamId=${ids.team}`

/**
 * Every route of the platform; a new one fails the tests until its behaviour with another account's ids is
 * declared.
 */
export const matrix: Record<string, Row> = {
  'GET /api/account': { own: '/api/account', foreign: [] },
  'GET /api/user/:userId': { foreign: [(ids) => at(`/api/user/${ids.user}`)] },
  'GET /api/accounts/:accountId/memberships': {
    foreign: [(ids) => at(`/api/accounts/${ids.account}/memberships`)],
  },
  'GET /api/accounts/:accountId/memberships/:userId': oneMembership(),
  'PUT /api/accounts/:accountId/memberships/:userId': oneMembership({ role: 'member' }),
  'DELETE /api/accounts/:accountId/memberships/:userId': oneMembership(),
  'POST /api/invitation/toAccount': {
    foreign: [({ account }) => at('/api/invitation/toAccount', { accountId: account, invitation: someone })],
  },
  'POST /api/user/invite': {
    foreign: [({ accountName }) => at('/api/user/invite', { ...someone, accountName })],
  },
  'GET /api/invitations': {
    own: '/api/invitations?pagesize=9999',
    foreign: [
      (ids) => at(`/api/invitations?appId=${ids.app}`),
      (ids) => at(`/api/invitations?teamId=${ids.team}`),
    ],
  },
  'POST /api/invitations/:id/resend': {
    foreign: [(ids) => at(`/api/invitations/${ids.invitation}/resend`)],
  },
  'POST /api/invitations/:id/link': {
    foreign: [(ids) => at(`/api/invitations/${ids.invitation}/link`)],
  },
  'DELETE /api/invitations/:id': { foreign: [(ids) => at(`/api/invitations/${ids.invitation}`)] },
  'PUT /api/accountSettings/save': {
    foreign: [({ account }) => at('/api/accountSettings/save', { accountId: account, theme: 'taken' })],
  },

  ...reads('apps', 'app'),
  'POST /api/apps': { foreign: [] },
  'PUT /api/apps/:id': { foreign: [(ids) => at(`/api/apps/${ids.app}`, app)] },
  'PUT /api/apps': { foreign: [] },
  'DELETE /api/apps/:id': { foreign: [(ids) => at(`/api/apps/${ids.app}`)] },
  'POST /api/apps/:id/token': { foreign: [(ids) => at(`/api/apps/${ids.app}/token`)] },
  'DELETE /api/apps/:id/token/:tokenId': {
    foreign: [
      (foreign) => at(`/api/apps/${foreign.app}/token/${foreign.token}`),
      (foreign, own) => at(`/api/apps/${own.app}/token/${foreign.token}`),
      (foreign, own) => at(`/api/apps/${foreign.app}/token/${own.token}`),
    ],
  },
  'POST /api/apps/:id/variables': {
    foreign: [(ids) => at(`/api/apps/${ids.app}/variables`, { name: 'TAKEN', value: 'taken' })],
  },
  ...people('apps', 'collaborators', 'app', 'collaborator'),
  'DELETE /api/apps/:id/variables/:variableId': {
    foreign: [
      (foreign) => at(`/api/apps/${foreign.app}/variables/${foreign.variable}`),
      (foreign, own) => at(`/api/apps/${own.app}/variables/${foreign.variable}`),
      (foreign, own) => at(`/api/apps/${foreign.app}/variables/${own.variable}`),
    ],
  },

  ...reads('plans', 'plan', [byApp]),
  'POST /api/plans': { foreign: [] },
  'PUT /api/plans/:id': { foreign: [(ids) => at(`/api/plans/${ids.plan}`, { name: 'Taken' })] },
  'GET /api/plans/:id/revisions': { foreign: [(ids) => at(`/api/plans/${ids.plan}/revisions`)] },
  'GET /api/plans/:id/revisions/:version': { foreign: [(ids) => at(`/api/plans/${ids.plan}/revisions/1`)] },
  'PUT /api/plans': { foreign: [] },
  'GET /api/plans/health': { foreign: [], own: '/api/plans/health?ids=none' },
  ...usages(),
  'DELETE /api/plans/:id': { foreign: [(ids) => at(`/api/plans/${ids.plan}`)] },
  'POST /api/plans/:id/run': {
    foreign: [
      (foreign, own) => at(`/api/plans/${foreign.plan}/run?appId=${own.app}`, {}),
      (foreign, own) => at(`/api/plans/${own.plan}/run?appId=${foreign.app}`, {}),
      (foreign) => at(`/api/plans/${foreign.plan}/run?appId=${foreign.app}`, {}),
    ],
  },

  ...reads('workqueues', 'workqueue', [byApp]),
  'GET /api/workqueues': {
    own: '/api/workqueues?pagesize=9999',
    foreign: [
      (ids) => at(`/api/workqueues?appId=${ids.app}`),
      (ids) => at(`/api/workqueues?parentId=${ids.workqueue}`),
    ],
  },
  'GET /api/workqueues/recent': {
    own: '/api/workqueues/recent',
    foreign: [(ids) => at(`/api/workqueues/recent?appId=${ids.app}`)],
  },
  'GET /api/workqueues/:id/attempts': {
    foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}/attempts`)],
  },
  'GET /api/workqueues/:id/logs': {
    foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}/logs?athena=true`)],
  },
  'POST /api/workqueues': {
    foreign: [
      (foreign) => at(`/api/workqueues?appId=${foreign.app}`, definition),
      (foreign) => at('/api/workqueues', { ...definition, appId: foreign.app }),
      (foreign, own) => at(`/api/workqueues?appId=${own.app}`, { plan: foreign.plan }),
      (foreign, own) => at(`/api/workqueues?appId=${foreign.app}`, { plan: own.plan }),
      (foreign, own) => at(`/api/workqueues?appId=${own.app}`, { ...definition, planId: foreign.plan }),
      (foreign, own) => at(`/api/workqueues?appId=${own.app}`, { ...definition, rerunOf: foreign.workqueue }),
    ],
  },
  'POST /api/workqueues/:id/end': {
    foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}/end`, { status: 'cancelled' })],
  },
  'PUT /api/workqueues/:id': {
    foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}`, { name: 'Taken' })],
  },
  'PUT /api/workqueues': {
    foreign: [(ids) => at(`/api/workqueues?where=${where({ appId: ids.app })}`, { name: 'Taken' })],
  },
  'DELETE /api/workqueues/:id': { foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}`)] },

  'POST /api/workqueues/bulk/cancel': {
    foreign: [(ids) => at('/api/workqueues/bulk/cancel', { filter: { appId: ids.app } })],
  },
  'POST /api/workqueues/bulk/start': {
    foreign: [
      (foreign, own) =>
        at('/api/workqueues/bulk/start', { appId: own.app, plan: foreign.plan, states: [{}] }),
      (foreign, own) =>
        at('/api/workqueues/bulk/start', { appId: foreign.app, plan: own.plan, states: [{}] }),
    ],
  },
  'POST /api/tasks/bulk/restart': {
    foreign: [
      (ids) => at('/api/tasks/bulk/restart', { filter: { appId: ids.app } }),
      (ids) => at('/api/tasks/bulk/restart', { filter: { workQueueId: ids.workqueue } }),
    ],
  },
  ...reads('receipts', 'receipt'),
  'POST /api/receipts/:id/cancel': { foreign: [({ receipt }) => at(`/api/receipts/${receipt}/cancel`)] },
  'GET /api/alerts': { own: '/api/alerts?pagesize=9999', foreign: [] },
  'GET /api/alerts/deliveries': {
    own: '/api/alerts/deliveries?pagesize=9999',
    foreign: [({ alert }) => at(`/api/alerts/deliveries?ruleId=${alert}`)],
  },
  'GET /api/alerts/:id': { foreign: [({ alert }) => at(`/api/alerts/${alert}`)] },
  'POST /api/alerts': {
    foreign: [
      ({ app }) => at('/api/alerts', { ...alert, scope: { appId: app } }),
      ({ plan }) => at('/api/alerts', { ...alert, scope: { planId: plan } }),
    ],
  },
  'PUT /api/alerts/:id': {
    foreign: [
      ({ alert: id }) => at(`/api/alerts/${id}`, { name: 'Taken' }),
      ({ app }, own) => at(`/api/alerts/${own.alert}`, { scope: { appId: app } }),
    ],
  },
  'DELETE /api/alerts/:id': { foreign: [({ alert: id }) => at(`/api/alerts/${id}`)] },
  'POST /api/alerts/:id/secret': {
    foreign: [({ alert: id, alertTarget }) => at(`/api/alerts/${id}/secret`, { targetId: alertTarget })],
  },
  'POST /api/alerts/:id/test': { foreign: [({ alert: id }) => at(`/api/alerts/${id}/test`)] },
  'POST /api/alerts/test': {
    foreign: [({ alert: ruleId }) => at('/api/alerts/test', { ...alert, ruleId })],
  },
  'POST /api/alerts/preview': {
    foreign: [
      ({ app }) => at('/api/alerts/preview', { when: alert.when, scope: { appId: app } }),
      ({ plan }) => at('/api/alerts/preview', { when: alert.when, scope: { planId: plan } }),
    ],
  },
  'POST /api/alerts/deliveries/:id/retry': {
    foreign: [({ delivery }) => at(`/api/alerts/deliveries/${delivery}/retry`)],
  },
  'GET /api/schedules': {
    own: '/api/schedules?pagesize=9999',
    foreign: [
      ({ app }) => at(`/api/schedules?appId=${app}`),
      ({ plan }) => at(`/api/schedules?planId=${plan}`),
    ],
  },
  'GET /api/schedules/:id': { foreign: [({ schedule: id }) => at(`/api/schedules/${id}`)] },
  'GET /api/schedules/:id/occurrences': {
    foreign: [({ schedule: id }) => at(`/api/schedules/${id}/occurrences`)],
  },
  'POST /api/schedules': {
    foreign: [
      ({ app }, own) => at('/api/schedules', { ...schedule, appId: app, planId: own.plan }),
      ({ plan }, own) => at('/api/schedules', { ...schedule, appId: own.app, planId: plan }),
    ],
  },
  'PUT /api/schedules/:id': {
    foreign: [
      ({ schedule: id }) => at(`/api/schedules/${id}`, { name: 'Taken' }),
      ({ app }, own) => at(`/api/schedules/${own.schedule}`, { appId: app }),
      ({ plan }, own) => at(`/api/schedules/${own.schedule}`, { planId: plan }),
    ],
  },
  'DELETE /api/schedules/:id': { foreign: [({ schedule: id }) => at(`/api/schedules/${id}`)] },
  'POST /api/schedules/preview': { foreign: [] },
  'POST /api/schedules/:id/pause': {
    foreign: [({ schedule: id }) => at(`/api/schedules/${id}/pause`, { reason: 'Taken' })],
  },
  'POST /api/schedules/:id/resume': { foreign: [({ schedule: id }) => at(`/api/schedules/${id}/resume`)] },
  'POST /api/schedules/:id/trigger': {
    foreign: [({ schedule: id }) => at(`/api/schedules/${id}/trigger`)],
  },
  'POST /api/schedules/:id/backfill': {
    foreign: [({ schedule: id }) => at(`/api/schedules/${id}/backfill`, span)],
  },
  'GET /api/hooks': {
    own: '/api/hooks?pagesize=9999',
    foreign: [({ app }) => at(`/api/hooks?appId=${app}`), ({ plan }) => at(`/api/hooks?planId=${plan}`)],
  },
  'GET /api/hooks/:id': { foreign: [({ hook: id }) => at(`/api/hooks/${id}`)] },
  'GET /api/hooks/:id/calls': { foreign: [({ hook: id }) => at(`/api/hooks/${id}/calls`)] },
  'GET /api/plans/:id/hooks': { foreign: [({ plan }) => at(`/api/plans/${plan}/hooks`)] },
  'POST /api/plans/:id/hooks': {
    foreign: [
      ({ plan }, own) => at(`/api/plans/${plan}/hooks`, { appId: own.app, name: 'Taken' }),
      ({ app: appId }, own) => at(`/api/plans/${own.plan}/hooks`, { appId, name: 'Taken' }),
    ],
  },
  'PUT /api/hooks/:id': { foreign: [({ hook: id }) => at(`/api/hooks/${id}`, { name: 'Taken' })] },
  'DELETE /api/hooks/:id': { foreign: [({ hook: id }) => at(`/api/hooks/${id}`)] },
  'POST /api/hooks/:id/secret': { foreign: [({ hook: id }) => at(`/api/hooks/${id}/secret`)] },
  'GET /api/views': { own: '/api/views?pagesize=9999', foreign: [] },
  'GET /api/views/:id': { foreign: [({ view }) => at(`/api/views/${view}`)] },
  'POST /api/views': { foreign: [] },
  'PUT /api/views/:id': { foreign: [({ view }) => at(`/api/views/${view}`, { name: 'Taken' })] },
  'DELETE /api/views/:id': { foreign: [({ view }) => at(`/api/views/${view}`)] },
  'PUT /api/workqueues/:id/note': {
    foreign: [({ workqueue }) => at(`/api/workqueues/${workqueue}/note`, { text: 'Taken' })],
  },
  'PUT /api/failures/:id/note': {
    foreign: [({ failure }) => at(`/api/failures/${failure}/note`, { text: 'Taken' })],
  },
  'GET /api/failures': {
    own: '/api/failures?pagesize=9999',
    foreign: [({ app: foreign }) => at(`/api/failures?appId=${foreign}`)],
  },
  'GET /api/failures/:id': { foreign: [({ failure }) => at(`/api/failures/${failure}`)] },
  'GET /api/failures/:id/tasks': { foreign: [({ failure }) => at(`/api/failures/${failure}/tasks`)] },
  'POST /api/failures/:id/restart': {
    foreign: [({ failure }) => at(`/api/failures/${failure}/restart`, {})],
  },
  'POST /api/failures/:id/mute': {
    foreign: [({ failure }) => at(`/api/failures/${failure}/mute`, { until: 'change' })],
  },
  'POST /api/failures/:id/unmute': { foreign: [({ failure }) => at(`/api/failures/${failure}/unmute`)] },
  'POST /api/failures/:id/assign': {
    foreign: [({ failure }) => at(`/api/failures/${failure}/assign`, { userId: null })],
  },
  'GET /api/search': {
    own: '/api/search?q=a',
    foreign: [({ app: foreign }) => at(`/api/search?q=a&appId=${foreign}`)],
  },
  'GET /api/search/suggestions': {
    own: '/api/search/suggestions?term=plan',
    foreign: [({ app: foreign }) => at(`/api/search/suggestions?term=tag&appId=${foreign}`)],
  },
  'GET /api/attention': {
    own: '/api/attention',
    foreign: [({ app: foreign }) => at(`/api/attention?appId=${foreign}`)],
  },
  'POST /api/attention/:id/mute': {
    foreign: [({ item }) => at(`/api/attention/${item}/mute`, { until: 'change' })],
  },
  'POST /api/attention/:id/unmute': { foreign: [({ item }) => at(`/api/attention/${item}/unmute`)] },
  'POST /api/attention/:id/assign': {
    foreign: [({ item }) => at(`/api/attention/${item}/assign`, { userId: null })],
  },
  'POST /api/failures/:id/close': { foreign: [({ failure }) => at(`/api/failures/${failure}/close`)] },
  'GET /api/stats/plans': {
    own: '/api/stats/plans',
    foreign: [({ app: foreign }) => at(`/api/stats/plans?appId=${foreign}`)],
  },
  'GET /api/stats/plans/:id': {
    foreign: [
      ({ plan }) => at(`/api/stats/plans/${plan}`),
      (foreign, own) => at(`/api/stats/plans/${own.plan}?appId=${foreign.app}`),
      (foreign, own) => at(`/api/stats/plans/${own.plan}?before=${foreign.workqueue}`),
    ],
  },
  'GET /api/stats/apps': {
    own: '/api/stats/apps',
    foreign: [({ app: foreign }) => at(`/api/stats/apps?appId=${foreign}`)],
  },
  'GET /api/queues': {
    own: '/api/queues?pagesize=9999',
    foreign: [({ app: foreign }) => at(`/api/queues?appId=${foreign}`)],
  },
  'GET /api/queues/:type/:alias': {
    foreign: [({ workerType }) => at(`/api/queues/${workerType}/default`)],
  },
  'PUT /api/queues/:type/:alias': {
    foreign: [({ workerType }) => at(`/api/queues/${workerType}/default`, { paused: true })],
  },
  'GET /api/queues/:type/aliases': {
    foreign: [({ workerType }) => at(`/api/queues/${workerType}/aliases`)],
  },
  'GET /api/queues/:type/:alias/deployments': {
    foreign: [({ workerType }) => at(`/api/queues/${workerType}/default/deployments`)],
  },
  'GET /api/audit': { own: '/api/audit?pagesize=9999', foreign: [] },

  ...reads('tasks', 'task', [byApp, (ids) => `workQueueId=${ids.workqueue}`]),
  'GET /api/tasks/summary': {
    own: '/api/tasks/summary?status=failed',
    foreign: [(ids) => at(`/api/tasks/summary?status=failed&appId=${ids.app}`)],
  },
  'GET /api/tasks/backlog': { own: '/api/tasks/backlog', foreign: [] },
  'GET /api/tasks/:id/attempts': { foreign: [(ids) => at(`/api/tasks/${ids.task}/attempts`)] },
  'GET /api/tasks/:id/payload': { foreign: [(ids) => at(`/api/tasks/${ids.task}/payload`)] },
  'POST /api/tasks/:id/restart': {
    foreign: [(ids) => at(`/api/tasks/${ids.task}/restart`, { taskId: ids.task })],
  },
  'POST /api/tasks/:id/complete': {
    foreign: [(ids) => at(`/api/tasks/${ids.task}/complete`, { reason: 'x', outputs: {} })],
  },
  'POST /api/tasks/:id/skip': { foreign: [(ids) => at(`/api/tasks/${ids.task}/skip`, { reason: 'x' })] },
  'POST /api/tasks/:id/restart/alias/:alias': {
    foreign: [(ids) => at(`/api/tasks/${ids.task}/restart/alias/default`, {})],
  },

  ...reads('teams', 'team'),
  'POST /api/teams': { foreign: [] },
  'PUT /api/teams/:id': { foreign: [(ids) => at(`/api/teams/${ids.team}`, { name: 'Taken' })] },
  'PUT /api/teams': { foreign: [] },
  'DELETE /api/teams/:id': { foreign: [(ids) => at(`/api/teams/${ids.team}`)] },
  ...people('teams', 'members', 'team', 'member'),

  ...reads('scripts', 'script', [byTeam]),
  'POST /api/scripts': { foreign: [(ids) => at('/api/scripts', { name: 'Taken', teamId: ids.team })] },
  'PUT /api/scripts/:id': {
    foreign: [
      (foreign) => at(`/api/scripts/${foreign.script}`, { name: 'Taken over' }),
      (foreign, own) => at(`/api/scripts/${own.script}`, { name: 'Taken', teamId: foreign.team }),
    ],
  },
  'PUT /api/scripts': {
    foreign: [(ids) => at(`/api/scripts?where=${where({ teamId: ids.team })}`, { description: 'Taken' })],
  },
  'DELETE /api/scripts/:id': { foreign: [(ids) => at(`/api/scripts/${ids.script}`)] },
  'POST /api/scripts/:id/test': { foreign: [(ids) => at(`/api/scripts/${ids.script}/test`, { inputs: {} })] },

  ...reads('workers', 'worker', [byTeam]),
  'POST /api/workers': { foreign: [(ids) => at('/api/workers', { name: 'Taken', teamId: ids.team })] },
  'PUT /api/workers/:id': {
    foreign: [
      (foreign) => at(`/api/workers/${foreign.worker}`, { name: 'Taken' }),
      (foreign, own) => at(`/api/workers/${own.worker}`, { name: 'Taken', teamId: foreign.team }),
    ],
  },
  'PUT /api/workers': {
    foreign: [(ids) => at(`/api/workers?where=${where({ teamId: ids.team })}`, { description: 'Taken' })],
  },
  'DELETE /api/workers/:id': { foreign: [(ids) => at(`/api/workers/${ids.worker}`)] },
  'POST /api/workers/:id/aliases': {
    foreign: [(ids) => at(`/api/workers/${ids.worker}/aliases`, { aliasName: 'taken' })],
  },
  'DELETE /api/workers/:id/aliases/:alias': {
    foreign: [(ids) => at(`/api/workers/${ids.worker}/aliases/beta`)],
  },
  'PUT /api/workers/:id/aliases/:alias/jwt': {
    foreign: [(ids) => at(`/api/workers/${ids.worker}/aliases/default/jwt`, { name: 'Taken' })],
  },
  'DELETE /api/workers/:id/aliases/:alias/jwt/:keyId': {
    foreign: [
      (foreign) => at(`/api/workers/${foreign.worker}/aliases/default/jwt/${foreign.privateKey}`),
      (foreign, own) => at(`/api/workers/${own.worker}/aliases/default/jwt/${foreign.privateKey}`),
      (foreign, own) => at(`/api/workers/${foreign.worker}/aliases/default/jwt/${own.privateKey}`),
    ],
  },
  'GET /api/keys': {
    own: '/api/keys?pagesize=9999',
    foreign: [(ids) => at(`/api/keys?appId=${ids.app}`), (ids) => at(`/api/keys?workerId=${ids.worker}`)],
  },
  'POST /api/workers/:id/aliases/:alias/accessKey': {
    foreign: [(ids) => at(`/api/workers/${ids.worker}/aliases/default/accessKey`)],
  },
  'DELETE /api/workers/:id/aliases/:alias/accessKey/:keyId': {
    foreign: [(ids) => at(`/api/workers/${ids.worker}/aliases/default/accessKey/none`)],
  },
  'GET /api/workers/inputs': { own: '/api/workers/inputs', foreign: [] },
  'GET /api/workers/bytype/:type': { foreign: [(ids) => at(`/api/workers/bytype/${ids.workerType}`)] },

  ...reads('clusters', 'cluster', [byTeam]),
  'POST /api/clusters': { foreign: [(ids) => at('/api/clusters', { name: 'Taken', teamId: ids.team })] },
  'PUT /api/clusters/:id': {
    foreign: [
      (foreign) => at(`/api/clusters/${foreign.cluster}`, { name: 'Taken' }),
      (foreign, own) => at(`/api/clusters/${own.cluster}`, { teamId: foreign.team }),
    ],
  },
  'PUT /api/clusters': {
    foreign: [
      (foreign) => at(`/api/clusters?where=${where({ teamId: foreign.team })}`, { name: 'Taken' }),
      (foreign) => at(`/api/clusters?where=${where({ name: 'any' })}`, { teamId: foreign.team }),
    ],
  },
  'DELETE /api/clusters/:id': { foreign: [(ids) => at(`/api/clusters/${ids.cluster}`)] },

  ...reads('deployments', 'deployment', [
    (ids) => `clusterId=${ids.cluster}`,
    (ids) => `workerId=${ids.worker}`,
  ]),
  'GET /api/deployments/:id/changes': {
    foreign: [(ids) => at(`/api/deployments/${ids.deployment}/changes`)],
  },
  'GET /api/deployments/:id/work': { foreign: [(ids) => at(`/api/deployments/${ids.deployment}/work`)] },
  'GET /api/deployments/:id/gitops': {
    foreign: [(ids) => at(`/api/deployments/${ids.deployment}/gitops`)],
  },
  'POST /api/deployments/:id/publish': {
    foreign: [(ids) => at(`/api/deployments/${ids.deployment}/publish`)],
  },
  'POST /api/deployments': {
    foreign: [
      (foreign, own) => at('/api/deployments', { clusterId: own.cluster, workerId: foreign.worker }),
      (foreign, own) => at('/api/deployments', { clusterId: foreign.cluster, workerId: own.worker }),
    ],
  },
  'PUT /api/deployments/:id': {
    foreign: [
      (foreign) => at(`/api/deployments/${foreign.deployment}`, { replicaCount: 2 }),
      (foreign, own) =>
        at(`/api/deployments/${own.deployment}`, { replicaCount: 2, clusterId: foreign.cluster }),
      (foreign, own) =>
        at(`/api/deployments/${own.deployment}`, { replicaCount: 2, workerId: foreign.worker }),
    ],
  },
  'PUT /api/deployments': {
    foreign: [
      (ids) => at(`/api/deployments?where=${where({ clusterId: ids.cluster })}`, { replicaCount: 2 }),
      (ids) => at(`/api/deployments?where=${where({ workerId: ids.worker })}`, { replicaCount: 2 }),
    ],
  },
  'PUT /api/deployments/:id/flux': {
    foreign: [(ids) => at(`/api/deployments/${ids.deployment}/flux`, { fluxConfig: 'a: 1' })],
  },
  'DELETE /api/deployments/:id': { foreign: [(ids) => at(`/api/deployments/${ids.deployment}`)] },
}

/** These take nothing that could belong to another account. */
export const withoutIds = [
  'GET /healthz',
  'GET /api/capabilities',
  'GET /api/docs',
  'GET /api/health',
  'GET /api/oidc/authorize',
  'GET /api/oidc/callback',
  'GET /api/vars',
  // Of a sender with the secret of a start address.
  'POST /api/hooks/:id',
  // Of the user alone, whatever the account.
  'GET /api/users/me/settings',
  'PUT /api/users/me/settings',
  'POST /api/users/resetPassword',
  'POST /api/users/password',
  'POST /api/users/acceptInvitation',
  'POST /api/users/login',
  'POST /api/users/tokenLogin',
  'POST /api/users/refreshToken',
  'POST /api/users/logout',
]

/** Only workers call these, and their keys open one queue and its tasks: queue.test.ts, report.test.ts, reports.test.ts. */
export const ofWorkers = [
  'POST /',
  'POST /queue',
  'POST /queue/*',
  'POST /api/tasks/:id/report',
  'POST /api/tasks/reports',
]

const unknownId = 'f'.repeat(24)

/** Unknown ids. */
export const absent: Ids = {
  account: unknownId,
  accountName: 'nobodys',
  user: unknownId,
  app: unknownId,
  plan: unknownId,
  workqueue: unknownId,
  task: unknownId,
  token: unknownId,
  variable: unknownId,
  team: unknownId,
  member: unknownId,
  collaborator: unknownId,
  invitation: unknownId,
  script: unknownId,
  worker: unknownId,
  workerType: 'task.nobody.nothing',
  privateKey: unknownId,
  receipt: unknownId,
  failure: unknownId,
  item: unknownId,
  cluster: unknownId,
  deployment: unknownId,
  schedule: unknownId,
  hook: unknownId,
  view: unknownId,
  alert: unknownId,
  alertTarget: unknownId,
  delivery: unknownId,
}
