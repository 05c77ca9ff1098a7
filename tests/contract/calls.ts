/** All calls of the platform, by the test file that makes them; see docs/platform-contract.md#calls. */

/** The generic resource calls. */
const reads = (plural: string) => [
  `GET ${plural}`,
  `GET ${plural}/count`,
  `GET ${plural}/findOne`,
  `GET ${plural}/{id}`,
]
const generic = (plural: string) => [
  ...reads(plural),
  `POST ${plural}`,
  `PUT ${plural}/{id}`,
  `PUT ${plural}`,
  `DELETE ${plural}/{id}`,
]

export const calls = {
  account: [
    'POST users/login',
    'POST users/tokenLogin',
    'POST users/refreshToken',
    'POST users/resetPassword',
    'POST users/password',
    'POST users/acceptInvitation',
    'POST users/logout',
    'GET user/{userId}',
    'GET account',
    'GET vars',
    'PUT accountSettings/save',
  ],
  memberships: [
    'POST invitation/toAccount',
    'POST user/invite',
    'GET accounts/{accountId}/memberships',
    'GET accounts/{accountId}/memberships/{userId}',
    'PUT accounts/{accountId}/memberships/{userId}',
    'DELETE accounts/{accountId}/memberships/{userId}',
  ],
  apps: [
    ...generic('apps'),
    'POST apps/{id}/token',
    'DELETE apps/{id}/token/{tokenId}',
    'POST apps/{id}/variables',
    'DELETE apps/{id}/variables/{variableId}',
    'GET apps/{id}/collaborators',
    'POST apps/{id}/collaborators',
    'POST apps/{id}/collaborators/invite',
    'DELETE apps/{id}/collaborators/{collaboratorId}',
  ],
  workqueues: [
    ...generic('workqueues'),
    'POST workqueues/{id}/end',
    'GET workqueues/{id}/logs',
    'GET workqueues/recent',
  ],
  tasks: [
    ...reads('tasks'),
    'GET tasks/summary',
    'GET tasks/backlog',
    'POST tasks/{id}/restart',
    'POST tasks/{id}/restart/alias/{alias}',
    'POST tasks/{id}/report',
  ],
  plans: [...generic('plans'), 'POST plans/{id}/run'],
  workers: [
    ...generic('workers'),
    'POST workers/{id}/aliases',
    'DELETE workers/{id}/aliases/{alias}',
    'PUT workers/{id}/aliases/{alias}/jwt',
    'DELETE workers/{id}/aliases/{alias}/jwt/{keyId}',
    'GET workers/bytype/{type}',
  ],
  scripts: generic('scripts'),
  teams: [
    ...generic('teams'),
    'GET teams/{id}/members',
    'POST teams/{id}/members',
    'POST teams/{id}/members/invite',
    'DELETE teams/{id}/members/{memberId}',
  ],
  clusters: generic('clusters'),
  deployments: [...generic('deployments'), 'PUT deployments/{id}/flux'],
} as const satisfies Record<string, readonly string[]>

export type Domain = keyof typeof calls

/** The entities that have lists. */
export const plurals = [
  'apps',
  'workqueues',
  'tasks',
  'plans',
  'workers',
  'scripts',
  'teams',
  'clusters',
  'deployments',
] as const

/**
 * The call of the table, or of an OpenAPI document, that matches a request: a literal step outranks a
 * `{name}`.
 */
export function callOf(known: readonly string[], method: string, path: string): string | undefined {
  return known
    .filter((call) => patternOf(call).test(`${method} ${path}`))
    .sort((a, b) => a.split('{').length - b.split('{').length)[0]
}

const patternOf = (call: string) =>
  new RegExp(`^${call.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
