import { userEvent } from '@testing-library/user-event'
import { cacheExchange, Client, fetchExchange } from 'urql'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { BacklogPage } from './backlog-page.tsx'

export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()

export const poller = (hostName: string, seconds: number, version = '4.0.3', running = 0) => ({
  __typename: 'QueuePoller',
  hostName,
  version,
  lastPollAt: ago(seconds),
  running,
})

/** A queue as the gateway answers it. */
export const queueAnswer = (type: string, code: string, text: string, over: object = {}) => ({
  __typename: 'Queue',
  type,
  alias: 'default',
  retry: 0,
  queued: 0,
  started: 0,
  oldestQueued: null,
  oldestStarted: null,
  lastStartedAt: ago(30),
  lastPollAt: ago(1),
  rateIn: null,
  rateOut: null,
  oldestUsualMs: null,
  waitP95Ms: null,
  limit: null,
  trend: [0, 3, 9],
  paused: null,
  verdict: { __typename: 'QueueVerdict', code, text },
  pollers: [poller('mail-1', 1), poller('mail-2', 2, '4.0.2')],
  apps: [],
  ...over,
})

const app = { __typename: 'QueueApp', id: 'a1', name: 'Billing', queued: 24, started: 0 }
const growing = queueAnswer('task.growth.sendemail', 'growing', 'growing 12/s, will not drain', {
  queued: 6161,
  pollers: [poller('mail-1', 1, '4.0.3', 10), poller('mail-4', 540)],
  rateIn: 50,
  rateOut: 38,
  apps: [
    { ...app, queued: 6161 },
    { ...app, id: 'a2', name: 'Growth', queued: 0, started: 10 },
  ],
})
const nobody = queueAnswer('task.data.load', 'nobody', 'nobody polls since 13 min', {
  alias: 'bigbatch',
  queued: 24,
  lastPollAt: null,
  pollers: [],
  apps: [app],
})
const stalled = queueAnswer('task.search.score', 'stalled', 'stalled, none started for 6 min', {
  queued: 13,
  started: 2,
  apps: [{ ...app, queued: 13, started: 2 }],
})
const steady = queueAnswer('task.pay.card', 'steady', 'steady', { started: 9, waitP95Ms: 400 })
const quiet = queueAnswer('task.ops.clean', 'idle', 'idle', { lastStartedAt: null })

export const queues = [growing, nobody, stalled, steady, quiet]

/** The live counters of the queues in which tasks are; `task.pay.card` has meanwhile one that waits. */
const backlog = [growing, nobody, stalled, steady].map(
  ({ type, alias, retry, queued, started, oldestQueued, oldestStarted }) => ({
    __typename: 'BacklogRow',
    id: JSON.stringify([type, alias]),
    type,
    alias,
    retry,
    queued: type === steady.type ? 1 : queued,
    started,
    oldestQueued,
    oldestStarted,
    trend: [],
  }),
)

const minutes = Array.from({ length: 30 }, (_, index) => ({
  __typename: 'QueueMinute',
  at: ago((30 - index) * 60),
  in: 3000,
  out: index < 20 ? 3000 : 2280,
}))
/** The first of them with what its open row reads. */
export const openedQueue = {
  ...growing,
  minutes,
  events: [{ __typename: 'QueueEvent', at: ago(595), text: 'mail-4 stops polling' }],
  worker: { __typename: 'QueueWorker', id: 'w1', name: 'Send Email' },
  deployments: [
    { __typename: 'QueueDeployment', id: 'd1', clusterId: 'c1', cluster: 'eu-1', replicaCount: 4 },
  ],
}

/** The backlog at an address; an answer of null is a failure. */
export function openBacklog(
  query = '',
  {
    features = ['queues'],
    answers = {},
  }: { features?: string[]; answers?: Record<string, object | null> } = {},
) {
  const all: Record<string, object | null> = {
    Capabilities: { capabilities: { __typename: 'Capabilities', version: '1', features } },
    Backlog: { backlog },
    Queues: { queues },
    OpenQueue: { queue: openedQueue },
    ...answers,
  }
  const { calls, fetch } = fakeGateway((_method, _path, body) => {
    const { operationName } = body as { operationName: string }
    const data = all[operationName]
    const errors = [{ message: 'away', extensions: { code: 'UNAVAILABLE' } }]
    return { body: data ? { data } : { data: null, errors } }
  })
  const client = new Client({
    url: '/graphql',
    fetch,
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange],
  })
  const view = renderRoutes([{ path: '*', Component: BacklogPage }], { client, at: `/dashboard${query}` })
  const asked = () => calls.map(({ body }) => (body as { operationName: string }).operationName)
  /** The variables of each call of an operation. */
  const sent = (name: string) =>
    calls.flatMap(({ body }) => {
      const { operationName, variables } = body as {
        operationName: string
        variables: Record<string, unknown>
      }
      return operationName === name ? [variables] : []
    })
  return { ...view, asked, sent, answers: all, user: userEvent.setup() }
}
