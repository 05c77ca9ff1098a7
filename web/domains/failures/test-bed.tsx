import { afterEach } from 'vitest'
import { renderRoutes, signedInView } from '#tests/support/render.tsx'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { createSession } from '#web/lib/session.ts'
import { toaster } from '#web/ui/feedback/toast.tsx'
import { failureCache } from './cache.ts'
import { FailureListPage } from './failure-list-page.tsx'
import { FailurePage } from './failure-page.tsx'

// Toasts stay for seven seconds: without this those of one test would show up in the next.
afterEach(() => {
  toaster.remove()
  sessionStorage.clear()
})

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** A failure in an answer of the gateway. */
export const failureOf = (id: string, over: object = {}) => ({
  __typename: 'Failure',
  id,
  title: 'Card scheme timed out after # ms',
  type: 'task.payments.chargecard',
  state: 'open',
  first: ago(40),
  last: ago(10),
  runs: 4,
  tasks: 4,
  apps: 1,
  versions: ['2.14.1'],
  hosts: ['pay-1', 'pay-2'],
  notVersions: ['2.14.0'],
  notHosts: ['pay-3'],
  trend: [...Array.from({ length: 22 }, () => 0), 1, 3],
  note: null,
  mutedUntil: null,
  closedAt: null,
  dismissed: null,
  openTasks: 4,
  restarted: null,
  regressedAt: null,
  restartable: 4,
  held: null,
  restarts: [],
  suggestedAlias: null,
  movable: null,
  repair: null,
  owner: null,
  sample: {
    __typename: 'FailureSample',
    appId: 'a1',
    workqueueId: 'w1',
    taskId: 't1',
    taskName: 'Charge cards US',
    alias: 'default',
    attempt: 3,
    at: ago(10),
    reason: 'Card scheme timed out after 30000 ms',
  },
  ...over,
})

/** A task of a failure. */
export const failedTask = (number: number, over: object = {}) => ({
  __typename: 'FailureTask',
  id: `t${number}`,
  workqueueId: `w${number}`,
  workqueueName: `Nightly ${number}`,
  inputs: { customer: `c-${number}`, month: '2026-10' },
  appId: 'a1',
  name: 'Charge cards US',
  status: 'failed',
  alias: 'default',
  version: '2.14.1',
  hostName: 'pay-1',
  attempt: 6,
  tries: 3,
  retries: 2,
  at: ago(10 + number),
  reason: `Card scheme timed out after ${number} ms`,
  waiting: 6,
  state: 'open',
  heldUntil: null,
  repairedAt: null,
  repairedIn: null,
  repairedInputs: null,
  repairedAlias: null,
  repairedVersion: null,
  repairedTries: null,
  ...over,
})

export const evidenceOf = (alias: string, over: object = {}) => ({
  __typename: 'AliasEvidence',
  alias,
  pollers: 2,
  versions: ['2.14.0'],
  lastPollAt: ago(0),
  queued: 0,
  oldestQueued: null,
  verdict: { __typename: 'QueueVerdict', code: 'idle', text: 'idle' },
  lastResult: { __typename: 'AliasResult', status: 'ended', at: ago(4) },
  attempts: 96,
  successRate: 1,
  failureSeen: false,
  ...over,
})

export const receiptOf = (over: object = {}) => ({
  __typename: 'Receipt',
  id: 'r1',
  total: 4,
  done: 4,
  failed: 0,
  ended: ago(0),
  heldUntil: null,
  cancelledBy: null,
  refused: [],
  ...over,
})

const tasksOf = (count: number) =>
  Array.from({ length: Math.min(count, 50) }, (_, place) => failedTask(place + 1))

/** What a platform with failures and queues answers; the failure has `count` tasks. */
export const answersOf = (count = 4): Answers => ({
  Capabilities: () => ({
    capabilities: { __typename: 'Capabilities', version: '2', features: ['failures', 'queues'] },
  }),
  Failure: () => ({ failure: failureOf('f1', { tasks: count }) }),
  FailureTasks: () => ({
    failureTasks: { __typename: 'FailureTaskPage', total: count, rows: tasksOf(count) },
  }),
  TaskAliases: () => ({ taskAliases: ['default', 'stable', 'edge', 'bigbatch'] }),
  AliasEvidence: () => ({
    queueAliases: [
      evidenceOf('stable'),
      evidenceOf('edge', { versions: ['2.14.1'], successRate: 0.97 }),
      evidenceOf('default', { failureSeen: true, successRate: 0.94 }),
      evidenceOf('bigbatch', {
        pollers: 0,
        versions: [],
        lastPollAt: null,
        attempts: 0,
        successRate: null,
        lastResult: null,
      }),
    ],
  }),
  RestartFailure: () => ({
    restartFailure: { __typename: 'FailureRestart', id: 'r1', total: count, heldUntil: null },
  }),
  RestartTasks: () => ({ restartTasks: { __typename: 'Receipt', id: 'r1', total: count, heldUntil: null } }),
  RestartReceipt: () => ({ receipt: receiptOf({ total: count, done: count }) }),
  CancelReceipt: () => ({ cancelReceipt: receiptOf({ done: 0, cancelledBy: 'ana' }) }),
})

const known = { phase: 'known', view: signedInView } as const

/** The pages of failures at an address. */
export function openFailures(answers: Answers, at = '/dashboard/failures/f1') {
  const gateway = createFakeGateway(answers, failureCache)
  const session = { ...createSession(), get: () => known }
  const routes = [
    { path: '/dashboard/failures', Component: FailureListPage },
    { path: '/dashboard/failures/:failureId', Component: FailurePage },
    { path: '*', element: <p>elsewhere</p> },
  ]
  return { ...gateway, ...renderRoutes(routes, { at, client: gateway.client, session }) }
}
