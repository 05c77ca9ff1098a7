import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { WorkerListPage } from './worker-list-page.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const queue = (name: string, code: string, over: object = {}) => ({
  __typename: 'Queue',
  type: `task.mail.${name}`,
  alias: 'default',
  retry: 0,
  queued: 0,
  started: 0,
  oldestQueued: null,
  oldestStarted: null,
  oldestUsualMs: null,
  lastStartedAt: null,
  lastPollAt: ago(0),
  rateIn: 0,
  rateOut: 0,
  waitP95Ms: null,
  limit: null,
  trend: null,
  paused: null,
  verdict: { __typename: 'QueueVerdict', code, text: code },
  pollers: [
    // In the future, so that it polls however long the tests take.
    { __typename: 'QueuePoller', hostName: `${name}-1`, version: '1.0', lastPollAt: ago(-5), running: 0 },
  ],
  apps: [],
  ...over,
})

const worker = (name: string) => ({
  __typename: 'Worker',
  id: name,
  name,
  type: `task.mail.${name}`,
  status: 'active',
  teamId: 't1',
  teamName: 'Mail',
})
const names = ['calm', 'late', 'other', 'lost']
const queues = [
  queue('calm', 'steady'),
  queue('other', 'idle'),
  queue('late', 'growing', { queued: 90 }),
  queue('lost', 'nobody', { queued: 24, lastPollAt: ago(13), pollers: [] }),
]

function show(told: readonly object[] | Promise<readonly object[]> = queues, at = '/workers?perPage=2') {
  const gateway = createFakeGateway({
    Capabilities: () => ({
      capabilities: { __typename: 'Capabilities', version: '1', features: ['queues'] },
    }),
    WorkerList: ({ page, perPage }) => {
      const from = ((page as number) - 1) * (perPage as number)
      const rows = names.slice(from, from + (perPage as number)).map(worker)
      return { workers: { __typename: 'WorkerPage', total: names.length, rows } }
    },
    Queues: async () => ({ queues: await told }),
  })
  renderRoutes([{ path: '*', element: <WorkerListPage /> }], { at, client: gateway.client })
  return gateway
}

const rowNames = () =>
  within(screen.getByRole('table', { name: 'Workers' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

// Fails when only the rows of the page are counted, or the order of the list is kept among those that need something.
it('counts the workers of all pages that need something, and shows only these, the worst first', async () => {
  const { callsOf } = show()
  const button = await screen.findByRole('button', { name: '2 need attention' })
  expect(button.title).toBe('Show only what needs attention: 1 not polled, 1 behind')
  await userEvent.click(button)
  expect(rowNames()).toEqual(['lost', 'late'])
  expect(screen.getByText('1-2 of 2')).toBeTruthy()
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(callsOf('WorkerList').map(({ variables }) => variables['perPage'])).toEqual([2, 9999])
})

it('lists those in trouble first, of all pages, then the others in their order', async () => {
  const silent = {
    __typename: 'QueuePoller',
    hostName: 'other-1',
    version: '1.0',
    lastPollAt: ago(0.6),
    running: 0,
  }
  show(
    [...queues.filter((each) => each !== queues[1]), queue('other', 'idle', { pollers: [silent] })],
    '/workers?perPage=4',
  )
  await screen.findByRole('button', { name: '2 need attention' })
  expect(rowNames()).toEqual(['lost', 'late', 'other', 'calm'])
  // What is about to be no longer polled says so in words.
  const row = screen.getByRole('link', { name: 'other' }).closest('tr')!
  expect(within(row).getByText(/^no poll for 3\d s$/)).toBeTruthy()
})

it('has the first page of all in their order of trouble, and the order that was asked for', async () => {
  show()
  await screen.findByRole('button', { name: '2 need attention' })
  await waitFor(() => expect(rowNames()).toEqual(['lost', 'late']))
  expect(screen.getByText('1-2 of 4')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(rowNames()).toEqual(['calm', 'late']))
})

it('marks before each name how its queues stand', async () => {
  show(queues, '/workers?perPage=4')
  expect(await screen.findAllByRole('img', { name: 'polled' })).toHaveLength(2)
  const late = screen.getByRole('link', { name: 'late' }).closest('tr')!
  expect(within(late).getByRole('img', { name: 'tasks wait or run longer than they should' })).toBeTruthy()
  // Its status is no sign of how it stands.
  expect(within(late).getByText('active').closest('[data-badge]')).toBeNull()
})

it('says that no worker needs anything, without reading the other pages', async () => {
  const { callsOf } = show(queues.slice(0, 2), '/workers?perPage=2&need=true')
  expect(await screen.findByText('No worker needs attention')).toBeTruthy()
  expect(screen.getByText('None needs attention')).toBeTruthy()
  expect(callsOf('WorkerList')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(rowNames()).toEqual(['calm', 'late'])
})

it('does not keep its rows back for long while it is not known which are in trouble', async () => {
  show(new Promise<readonly object[]>(() => {}), '/workers?perPage=4')
  await waitFor(() => expect(rowNames()).toEqual(names), { timeout: 5000 })
})
