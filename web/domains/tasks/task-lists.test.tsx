import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheExchange, Client, fetchExchange } from 'urql'
import { renderRoutes } from '#tests/support/render.tsx'
import { unbroken } from '#shared/lib/time-text.ts'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { rememberQuery } from '#web/lib/last-query.ts'
import type { ChosenTasks } from './list/chosen-tasks.ts'
import { TaskListPage } from './task-list-page.tsx'
import { TasksSummaryPage } from './tasks-summary-page.tsx'

/** In place of the actions: the ids of the chosen tasks. */
const Chosen = ({ chosen }: { chosen: ChosenTasks }) => <p>{chosen.tasks.map(({ id }) => id).join(' ')}</p>

const user = userEvent.setup({ delay: null })
const app = { id: 'a1', name: 'Billing', description: '', version: null }

const task = (over: object = {}) => ({
  __typename: 'Task',
  id: 't1',
  appId: 'a1',
  workqueueId: '65f1aaaabbbbcccc9c2e',
  workqueueName: null,
  workqueueDescription: 'lot 4411',
  workqueueStatus: 'failed',
  name: 'settle',
  type: 'task.payments.settle',
  alias: 'stable',
  status: 'failed',
  created: '2026-03-01T10:00:00.000Z',
  queued: '2026-03-01T10:00:00.000Z',
  started: '2026-03-01T10:00:01.000Z',
  ended: '2026-03-01T10:00:02.000Z',
  depends: [],
  retry: null,
  retryTime: null,
  conditionText: null,
  attempt: 6,
  tries: 3,
  version: '2.14.1',
  hostName: 'crane-07',
  reason: 'no checksum',
  why: null,
  ...over,
})

const queue = {
  __typename: 'Queue',
  type: 'task.payments.settle',
  alias: 'bigbatch',
  verdict: { __typename: 'QueueVerdict', code: 'nobody' },
  polling: 0,
  pollers: [],
  lastPollAt: null,
  oldestQueued: null,
  lastStartedAt: null,
  rateOut: null,
  line: [],
}

let rows: object[]
let down: boolean
let calls: string[]
beforeEach(() => {
  rows = [task()]
  down = false
  calls = []
})
afterEach(() => vi.useRealTimers())

function show(page: 'tasks' | 'tasks-summary', query = '') {
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const { operationName } = JSON.parse(String(init?.body)) as { operationName: string }
    calls.push(operationName)
    const data: Record<string, unknown> = {
      TaskList: { tasks: { __typename: 'TaskPage', total: rows.length, rows } },
      TasksSummary: { tasksSummary: rows },
      TaskTypes: { taskTypes: [] },
      Capabilities: {
        capabilities: { __typename: 'Capabilities', version: '2', features: ['queues', 'failures'] },
      },
      RunQueues: { queues: [queue] },
    }
    const body = down
      ? { errors: [{ message: 'The platform cannot be reached' }] }
      : { data: data[operationName] }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  }
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch,
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange],
  })
  const element = page === 'tasks' ? <TaskListPage /> : <TasksSummaryPage Actions={Chosen} />
  const routes = [{ path: '*', element: <CurrentAppProvider app={app}>{element}</CurrentAppProvider> }]
  return renderRoutes(routes, { at: `/apps/a1/${page}${query}`, client })
}
const read = (name: string) => calls.filter((call) => call === name).length
const clock = /^read \d\d:\d\d:\d\d$/

describe('a task of any run', () => {
  it('leads to its drawer, and shows its run, attempt, reason and who worked on it', async () => {
    show('tasks')
    const link = await screen.findByRole('link', { name: 'settle' })
    expect(link.getAttribute('href')).toBe('/apps/a1/workqueues/65f1aaaabbbbcccc9c2e?task=t1')
    expect(link.closest('tr')?.textContent).toMatch(
      /settle…cc9c2e · attempt 3task.payments.settlestable · 2.14.1 @ crane-07no checksum.*1 s.*failed/,
    )
  })

  it('names its run, in both lists', async () => {
    rows = [task({ workqueueName: 'Nightly invoice run' })]
    const { unmount } = show('tasks')
    const row = async () => (await screen.findByRole('link', { name: 'settle' })).closest('tr')?.textContent
    expect(await row()).toMatch(/^settleNightly invoice run · …cc9c2e · attempt 3/)
    unmount()
    show('tasks-summary', '?tab=failed')
    expect(await row()).toMatch(/settleNightly invoice run · …cc9c2e · attempt 3/)
  })

  it('says what a task waits for that has not started, and that no worker polls its queue', async () => {
    const waiting = { reason: null, ended: null, started: null, attempt: 0 }
    rows = [
      task({ ...waiting, id: 'q', status: 'queued', alias: 'bigbatch', workqueueStatus: 'started' }),
      task({
        ...waiting,
        id: 'n',
        status: 'notstarted',
        depends: ['Read', 'Price', 'Tax'],
        workqueueStatus: 'started',
      }),
      task({ ...waiting, id: 'f', status: 'notstarted', depends: ['Read'], workqueueStatus: 'failed' }),
    ]
    show('tasks')
    expect(await screen.findByText(/^Waiting: nobody polls .*settle · bigbatch, last poll/)).toBeTruthy()
    expect(screen.getByText('Waits for Read and 2 more')).toBeTruthy()
    expect(screen.getByText('Not started: a task of its workqueue failed')).toBeTruthy()
  })

  it('leads on from an empty list of the summary', async () => {
    rows = []
    show('tasks-summary', '?tab=queued')
    await screen.findByText('There are no results to show')
    expect(screen.getByText('No task of this app waits for a worker now.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all tasks' }).getAttribute('href')).toBe('/apps/a1/tasks')
  })

  it('tells how long a task runs and usually takes, and the sums of the lists of the summary', async () => {
    rows = [
      task({
        status: 'started',
        ended: null,
        reason: null,
        why: {
          __typename: 'Why',
          code: 'late',
          text: 'Late: settle runs 9 m, usually 2 s',
          short: '9 m, usually 2 s',
        },
      }),
    ]
    const { unmount } = show('tasks')
    const sentence = 'Late: settle runs 9 m, usually 2 s'
    expect((await screen.findByRole('link', { name: 'settle' })).closest('tr')?.textContent).toContain(
      unbroken(sentence),
    )
    unmount()
    show('tasks-summary')
    expect((await screen.findByText('9 m, usually 2 s')).title).toBe('Late: settle runs 9 m, usually 2 s')
    // The three lists are read apart, and the sums are shown when all have answered.
    expect(await screen.findByText('1 late')).toBeTruthy()
  })

  it('is found in the summary by words, and many failed ones are restarted together', async () => {
    rows = [task(), task({ id: 't2', name: 'Charge' }), task({ id: 't3', name: 'Charge' })]
    show('tasks-summary', '?tab=failed')
    await user.type(await screen.findByRole('searchbox'), 'charge no')
    expect(await screen.findByRole('tab', { name: 'Failed 2' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'settle' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    expect(screen.getByText('t2 t3')).toBeTruthy()
  })

  it('in the summary, too', async () => {
    show('tasks-summary', '?tab=failed')
    const link = await screen.findByRole('link', { name: 'settle' })
    expect(link.getAttribute('href')).toBe('/apps/a1/workqueues/65f1aaaabbbbcccc9c2e?task=t1')
    expect(link.closest('tr')?.textContent).toMatch(/attempt 3lot 4411stable · 2.14.1 @ crane-07no checksum/)
  })

  it('on a platform that answers less it shows what is known', async () => {
    rows = [
      task({ alias: '', attempt: null, version: null, hostName: null, reason: null, workqueueId: null }),
    ]
    show('tasks')
    expect((await screen.findByText('settle')).closest('tr')?.textContent).toMatch(
      /^settletask.payments.settle.*failed$/,
    )
  })
})

describe.each([
  ['tasks', 'TaskList'],
  ['tasks-summary', 'TasksSummary'],
] as const)('%s says when it was read', (page, operation) => {
  it('and is read again by its button, and when the page comes back into view', async () => {
    show(page)
    expect(await screen.findByText(clock)).toBeTruthy()
    const first = read(operation)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(read(operation)).toBeGreaterThan(first))
    await screen.findByText(clock)
    const second = read(operation)
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(read(operation)).toBe(second)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6000)
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(read(operation)).toBeGreaterThan(second))
    vi.restoreAllMocks()
  })

  it('and that it is stale when a read fails; its rows stay', async () => {
    show(page, page === 'tasks' ? '' : '?tab=failed')
    await screen.findByText(clock)
    down = true
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText(/^stale, read \d\d:\d\d:\d\d$/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'settle' })).toBeTruthy()
    down = false
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText(clock)).toBeTruthy()
  })

  it('and its breadcrumb leads to the list of runs with the filters of its last visit', async () => {
    rememberQuery('/apps/a1/workqueues', '?status=failed')
    show(page)
    const crumb = await screen.findByRole('link', { name: 'Billing' })
    expect(crumb.getAttribute('href')).toBe('/apps/a1/workqueues?status=failed')
    rememberQuery('/apps/a1/workqueues', '')
  })
})
