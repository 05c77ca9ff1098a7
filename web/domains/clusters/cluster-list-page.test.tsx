import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { ClusterListPage } from './cluster-list-page.tsx'

afterEach(() => void vi.useRealTimers())

const deployment = (id: string, alias: string, dockerTag: string) => ({
  __typename: 'Deployment',
  id,
  clusterId: 'c1',
  workerId: 'w1',
  alias,
  dockerTag,
  replicaCount: 2,
  gitops: null,
})

const queue = (alias: string, code: string, over: object = {}) => ({
  __typename: 'Queue',
  type: 'task.pay.charge',
  alias,
  retry: 0,
  queued: 0,
  started: 0,
  oldestQueued: null,
  oldestStarted: null,
  oldestUsualMs: null,
  lastStartedAt: null,
  lastPollAt: null,
  rateIn: 0,
  rateOut: 0,
  waitP95Ms: null,
  limit: null,
  trend: null,
  paused: null,
  verdict: { __typename: 'QueueVerdict', code, text: code },
  pollers: [],
  apps: [],
  ...over,
})

const poller = () => ({
  __typename: 'QueuePoller',
  hostName: 'pay-1',
  version: '2.1',
  lastPollAt: new Date().toISOString(),
  running: 0,
})

const failure = (id: string, alias: string | null, tasks: number, type = 'task.pay.charge') => ({
  __typename: 'Failure',
  id,
  title: `Cause ${id}`,
  fingerprint: id,
  type,
  tasks,
  runs: 1,
  last: null,
  sample: alias === null ? null : { __typename: 'FailureSample', alias, taskName: 'Charge' },
})

function show(features: string[], failures: object[] = []) {
  const answers = { queues: true }
  const gateway = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features } }),
    ClusterList: ({ search }) => ({
      clusters: {
        __typename: 'ClusterPage',
        total: search ? 0 : 1,
        rows: search
          ? []
          : [
              {
                __typename: 'Cluster',
                id: 'c1',
                name: 'pay-eu',
                teamId: 't1',
                tags: [],
                version: 1,
                created: null,
              },
            ],
      },
    }),
    TeamChoices: () => ({ teams: { __typename: 'TeamPage', rows: [] } }),
    AllDeployments: () => ({
      deployments: [deployment('d1', 'default', '2.1'), deployment('d2', 'edge', '2.0')],
    }),
    ClusterWorkers: () => ({
      clusterWorkers: [{ __typename: 'Worker', id: 'w1', name: 'charge', type: 'task.pay.charge' }],
    }),
    OpenFailures: () => ({ failures: { __typename: 'FailurePage', total: failures.length, rows: failures } }),
    Queues: () =>
      answers.queues
        ? {
            queues: [
              queue('default', 'idle', { pollers: [poller()] }),
              queue('edge', 'nobody', { queued: 7 }),
            ],
          }
        : null,
  })
  renderRoutes([{ path: '*', element: <ClusterListPage /> }], { at: '/clusters', client: gateway.client })
  return { ...gateway, answers }
}

const row = async () => (await screen.findByRole('link', { name: 'pay-eu' })).closest<HTMLElement>('tr')!

// Fails when the queues of other aliases are counted, or a tag of one deployment is left out.
it('says what runs in a cluster, and that an alias of it is not polled', async () => {
  show(['queues', 'deployments'])
  expect(await screen.findByText('2 deployments, 4 replicas')).toBeTruthy()
  const cells = within(await row())
  expect(cells.getByText('2.1, 2.0')).toBeTruthy()
  expect(cells.getByText('7 queued')).toBeTruthy()
})

// Fails when the state of one deployment hides that of another, or the need is not in the address.
it('marks a cluster by its worst deployment, and shows only those that need something', async () => {
  show(['queues', 'deployments'])
  await userEvent.click(await screen.findByRole('button', { name: '1 needs attention' }))
  expect(within(await row()).getByRole('img', { name: 'not polled' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '1 needs attention' }).title).toBe(
    'Show only what needs attention: 1 not polled',
  )
  expect(screen.getByText(/^read \d/)).toBeTruthy()
})

// Fails when a failure counts for each deployment of its type, or also where its alias is not deployed.
it('says how many tasks fail in a cluster, with the way to the cause', async () => {
  const { callsOf } = show(
    ['queues', 'deployments', 'failures'],
    [failure('f1', 'edge', 12), failure('f2', 'elsewhere', 5), failure('f3', 'edge', 7, 'task.other')],
  )
  const mark = await screen.findByRole('link', { name: '12 tasks fail' })
  expect((await row()).contains(mark)).toBe(true)
  expect([mark.title, mark.getAttribute('href')]).toEqual(['Cause f1', '/dashboard/failures/f1'])
  expect(callsOf('OpenFailures')).toHaveLength(1)
})

it('counts a failure once that does not tell its alias', async () => {
  show(['queues', 'deployments', 'failures'], [failure('f1', null, 3), failure('f2', 'default', 1)])
  const mark = await screen.findByRole('link', { name: '4 tasks fail' })
  expect(mark.getAttribute('href')).toBe('/dashboard/failures?type=task.pay.charge')
})

// Fails when the page says nothing of old figures.
it('says that what it tells of the pollers is old while the queues cannot be read', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { answers } = show(['queues', 'deployments'])
  await screen.findByText('7 queued')
  answers.queues = false
  act(() => void vi.advanceTimersByTime(10_000))
  expect(await screen.findByText(/^stale, read/)).toBeTruthy()
  expect(screen.getByText('7 queued')).toBeTruthy()
})

it('asks for nothing more on a platform that does not tell its queues', async () => {
  const { callsOf } = show([])
  await row()
  expect(screen.queryByText('Deployments')).toBeNull()
  expect([callsOf('AllDeployments'), callsOf('Queues'), callsOf('ClusterWorkers')]).toEqual([[], [], []])
})

it('is searched where the platform searches, and offers all clusters again', async () => {
  const { callsOf } = show(['listSearch'])
  await row()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search clusters' }), 'east')
  expect(await screen.findByText('No cluster matches east')).toBeTruthy()
  expect(callsOf('ClusterList').at(-1)?.variables).toMatchObject({ page: 1, search: 'east' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await row()
  await waitFor(() => expect(screen.queryByText('No cluster matches east')).toBeNull())
})

it('has no search field on a platform that does not search', async () => {
  show([])
  await row()
  expect(screen.queryByRole('searchbox')).toBeNull()
})
