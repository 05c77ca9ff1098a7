import { act, screen, waitFor, within } from '@testing-library/react'
import { cacheExchange, Client, fetchExchange } from 'urql'
import type { ReactElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { DeploymentPollers, useDeploymentType } from '../clusters/deployment/deployment-pollers.tsx'
import { WhoPolls } from './detail/who-polls.tsx'
import { WorkerListPage } from './worker-list-page.tsx'

afterEach(() => void vi.useRealTimers())

const TYPE = 'task.mail.send'
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const poller = (hostName: string, seconds: number, version: string) => ({
  __typename: 'QueuePoller',
  hostName,
  version,
  lastPollAt: ago(seconds),
  running: 2,
})
const queue = (alias: string, code: string, text: string, over: object) => ({
  __typename: 'Queue',
  type: TYPE,
  alias,
  retry: 0,
  queued: 0,
  started: 4,
  oldestQueued: null,
  oldestStarted: null,
  lastStartedAt: null,
  lastPollAt: null,
  rateIn: null,
  rateOut: null,
  oldestUsualMs: null,
  waitP95Ms: null,
  limit: null,
  trend: [],
  paused: null,
  verdict: { __typename: 'QueueVerdict', code, text },
  pollers: [],
  apps: [],
  ...over,
})
/** Polled shortly before a test, however long the others take. */
const queuesNow = () => [
  queue('bigbatch', 'nobody', 'nobody polls since 13 min', {
    queued: 24,
    started: 0,
    lastPollAt: ago(13 * 60 + 5),
  }),
  queue('default', 'steady', 'steady', {
    lastPollAt: ago(1),
    pollers: [
      poller('mail-1', 1, '4.0.3'),
      poller('mail-2', 2, '4.0.2'),
      { ...poller('mail-3', 32, '4.0.3'), running: 0 },
    ],
  }),
]
const worker = { __typename: 'Worker', id: 'w1', name: 'Send', type: TYPE, status: 'active' }

function open(element: ReactElement, features = ['queues']) {
  const answers: Record<string, object | null> = {
    Capabilities: { capabilities: { __typename: 'Capabilities', version: '1', features } },
    Queues: { queues: queuesNow() },
    WorkerResults: {
      queueAliases: [
        { __typename: 'AliasEvidence', alias: 'default', attempts: 1204, successRate: 0.9996 },
        { __typename: 'AliasEvidence', alias: 'bigbatch', attempts: 0, successRate: null },
      ],
    },
    WorkerList: {
      workers: {
        __typename: 'WorkerPage',
        total: 1,
        rows: [{ ...worker, teamId: 't1', teamName: 'Mail' }],
      },
    },
    DeploymentType: { worker },
    OpenFailures: {
      failures: {
        __typename: 'FailurePage',
        total: 1,
        rows: [
          {
            __typename: 'Failure',
            id: 'f1',
            title: 'Relay refused',
            type: TYPE,
            fingerprint: 'aa',
            tasks: 13,
            runs: 2,
            last: ago(9),
            sample: null,
          },
        ],
      },
    },
  }
  const { calls, fetch } = fakeGateway((_method, _path, body) => {
    const data = answers[(body as { operationName: string }).operationName] ?? null
    const errors = [{ message: 'away', extensions: { code: 'UNAVAILABLE' } }]
    return { body: data ? { data } : { data, errors } }
  })
  const exchanges = [cacheExchange, fetchExchange]
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges })
  renderRoutes([{ path: '/', element }], { client })
  const asked = () => calls.map(({ body }) => (body as { operationName: string }).operationName)
  return Object.assign(asked, { answers })
}

/** An effect notes the time of a read after its answer is shown; the clock must not move before that. */
const readIsNoted = () => act(async () => {})

const WorkerPolls = () => (
  <WhoPolls
    worker={{ id: 'w1', type: TYPE, aliases: [{ name: 'bigbatch', privateKeys: [] }] }}
    read={useQueues(TYPE)}
  />
)
function DeploymentPolls({ alias }: { alias: string }) {
  const type = useDeploymentType('w1')
  return <DeploymentPollers workerId="w1" alias={alias} type={type} read={useQueues(type ?? null)} />
}

it('the page of a worker tells by alias who polls, with versions, and since when no process does', async () => {
  open(<WorkerPolls />)
  const polled = within(await screen.findByRole('region', { name: 'Pollers of default' }))
  expect(polled.getByText('mail-1')).toBeTruthy()
  expect(polled.getByText('4.0.2').title).toBe('The versions differ')
  expect(polled.getAllByText('4.0.3')[0]!.title).toBe('')
  const result = await polled.findByText(/^success/)
  expect(result.parentElement!.textContent).toBe(
    'runs 4, success 99.9\u00a0% of 1,204 attempts in 24\u00a0h, retries too',
  )
  const unpolled = within(screen.getByRole('region', { name: 'Pollers of bigbatch' }))
  expect(unpolled.getByText('nobody polls since 13 min')).toBeTruthy()
  expect(unpolled.getByRole('link', { name: 'Open queue' }).getAttribute('href')).toBe(
    '/dashboard/backlog?open=task.mail.send/bigbatch',
  )
})

// Fails when a verdict says what is wrong and offers nothing.
it('an alias that no worker polls has its steps beside it, one that is fine has none', async () => {
  open(<WorkerPolls />)
  const unpolled = within(await screen.findByRole('region', { name: 'Pollers of bigbatch' }))
  expect((await unpolled.findByRole('link', { name: 'Start a worker…' })).getAttribute('href')).toBe(
    '/workers/w1?kits',
  )
  expect(unpolled.getByRole('link', { name: 'Create a key' }).getAttribute('href')).toBe(
    '/workers/w1?aliases=true#aliases',
  )
  expect(unpolled.getByRole('button', { name: 'Move 24…' })).toBeTruthy()
  const polled = within(screen.getByRole('region', { name: 'Pollers of default' }))
  expect(polled.getAllByRole('link').map((link) => link.textContent)).toEqual(['Open queue'])
})

it('on the page of a deployment the steps lead to its worker', async () => {
  open(<DeploymentPolls alias="bigbatch" />)
  const link = await screen.findByRole('link', { name: 'Open the worker' })
  expect(link.getAttribute('href')).toBe('/workers/w1')
})

it.each([
  [0.9996, 'good'],
  [0.96, 'doubtful'],
  [0.88, 'bad'],
])('a success of %s in 24 h is %s', async (successRate, grade) => {
  const { answers } = open(<WorkerPolls />)
  const alias = { __typename: 'AliasEvidence', alias: 'default', attempts: 1204, successRate }
  answers['WorkerResults'] = { queueAliases: [alias] }
  expect((await screen.findByText(/^success/)).dataset['grade']).toBe(grade)
})

it('while the queues cannot be read, who polls and when is what was read last', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { answers } = open(<WorkerPolls />)
  const lineOf = (host: string) => screen.getByText(host).closest('li')!
  await screen.findByText('mail-1')
  await readIsNoted()
  const before = lineOf('mail-3').textContent
  answers['Queues'] = null
  act(() => void vi.advanceTimersByTime(10_000))
  await screen.findByText(/^Stale, read/)
  act(() => void vi.advanceTimersByTime(60_000))
  await waitFor(() => expect(lineOf('mail-3').textContent).toBe(before))
  expect(lineOf('mail-3').dataset['state']).toBe('silent')
})

// Fails when the list takes processes for gone because it does not read them any more.
it('the list of workers says that it is stale, and judges no process by the time since', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { answers } = open(<WorkerListPage />)
  const before = (await screen.findByText('2 of 3')).closest('td')!
  await readIsNoted()
  const text = before.textContent
  answers['Queues'] = null
  act(() => void vi.advanceTimersByTime(10_000))
  expect(await screen.findByText(/^stale, read/)).toBeTruthy()
  act(() => void vi.advanceTimersByTime(60_000))
  await waitFor(() => expect(before.textContent).toBe(text))
})

it('the list of workers tells how many poll, and the alias that none does', async () => {
  open(<WorkerListPage />)
  expect(await screen.findByText('nobody polls bigbatch')).toBeTruthy()
  expect(screen.getByText('2 of 3')).toBeTruthy()
  expect(screen.getByText('4.0.3, 4.0.2').title).toBe('The versions differ')
  expect(screen.getByText('runs 4, 24 queued')).toBeTruthy()
})

it('the list of workers marks those whose tasks fail, with the way to the cause', async () => {
  open(<WorkerListPage />, ['queues', 'failures'])
  const mark = await screen.findByRole('link', { name: '13 tasks fail' })
  expect([mark.title, mark.getAttribute('href')]).toEqual(['Relay refused', '/dashboard/failures/f1'])
})

// Fails when a page has a rule of its own for a process that has missed its polls.
it.each([
  ['worker', <WorkerPolls />],
  ['deployment', <DeploymentPolls alias="default" />],
])(
  'a process that has missed its polls is silent on the page of a %s, and what runs nothing says nothing',
  async (_page, element) => {
    open(element)
    const polled = within(await screen.findByRole('region', { name: 'Pollers of default' }))
    const states = polled.getAllByRole('listitem').map((line) => [line.dataset['state'], line.textContent])
    expect(states).toEqual([
      ['polls', expect.stringMatching(/^mail-14\.0\.3.*runs 2$/)],
      ['polls', expect.stringMatching(/^mail-24\.0\.2.*runs 2$/)],
      ['silent', expect.stringMatching(/^mail-34\.0\.3\d\d s ago$/)],
    ])
  },
)

it('a deployment tells whether its alias is polled, or that its worker has no such alias', async () => {
  open(<DeploymentPolls alias="bigbatch" />)
  expect(await screen.findByText('nobody polls since 13 min')).toBeTruthy()
  open(<DeploymentPolls alias="send-2" />)
  expect(await screen.findByText(/^The worker has no alias send-2/)).toBeTruthy()
})

it('without the feature there is nothing of it, and no queue is read', async () => {
  const asked = open(
    <>
      <WorkerPolls />
      <DeploymentPolls alias="bigbatch" />
      <WorkerListPage />
    </>,
    [],
  )
  await screen.findByText('Send')
  expect(screen.queryByText('Pollers')).toBeNull()
  expect(screen.queryByText('Who polls')).toBeNull()
  expect(asked().filter((name) => !['Capabilities', 'WorkerList'].includes(name))).toEqual([])
})
