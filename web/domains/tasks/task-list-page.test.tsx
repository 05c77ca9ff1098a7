import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { failureCache } from '#web/domains/failures/cache.ts'
import { ChosenTaskActions } from '#web/domains/failures/chosen-task-actions.tsx'
import { TaskListPage } from './task-list-page.tsx'

const user = userEvent.setup({ delay: null })
const app = { id: 'a1', name: 'Billing', description: '', version: null }

const task = (id: string, over: object = {}) => ({
  __typename: 'Task',
  id,
  appId: 'a1',
  workqueueId: 'w1',
  workqueueName: 'Nightly',
  workqueueStatus: 'failed',
  name: `settle ${id}`,
  type: 'task.payments.settle',
  alias: 'stable',
  status: 'failed',
  created: '2026-03-01T10:00:00.000Z',
  queued: null,
  started: null,
  ended: null,
  depends: [],
  retry: null,
  retryTime: null,
  conditionText: null,
  attempt: 3,
  tries: 3,
  version: null,
  hostName: null,
  reason: 'no checksum',
  why: null,
  ...over,
})
const pageOf = (rows: object[], more: object = {}) => ({
  tasks: { __typename: 'TaskPage', rows, total: rows.length, more: null, searchedTo: null, ...more },
})

let features: string[]
let asked: [string, Record<string, unknown>][]
let answer: ReturnType<typeof pageOf>
beforeEach(() => {
  features = ['taskSearch', 'failures', 'views']
  asked = []
  answer = pageOf([task('t1'), task('t2'), task('t3', { status: 'ended' })])
})

function show(query = '') {
  const noted =
    (name: string, data: () => object) =>
    (variables: Record<string, unknown>): object => {
      asked.push([name, variables])
      return data()
    }
  const gateway = createFakeGateway(
    {
      Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '2', features } }),
      TaskList: noted('TaskList', () => answer),
      TaskCount: noted('TaskCount', () => ({
        tasks: { __typename: 'TaskPage', total: 1000, more: true },
      })),
      TaskTypes: () => ({ taskTypes: ['task.payments.settle'] }),
      Views: () => ({ views: [] }),
      RestartTasks: noted('RestartTasks', () => ({
        restartTasks: { __typename: 'Receipt', id: 'r1', total: 2, heldUntil: null },
      })),
      RestartReceipt: () => new Promise(() => {}),
    },
    failureCache,
  )
  const element = (
    <CurrentAppProvider app={app}>
      <TaskListPage Actions={ChosenTaskActions} />
    </CurrentAppProvider>
  )
  return renderRoutes([{ path: '*', element }], { at: `/apps/a1/tasks${query}`, client: gateway.client })
}
const variablesOf = (name: string) =>
  asked.filter(([each]) => each === name).map(([, variables]) => variables)

/** Fails when what is typed is not searched for, or when views do not count what they list. */
it('is searched, and every view says how many tasks it has', async () => {
  show()
  await user.type(await screen.findByRole('combobox', { name: 'Search tasks' }), 'reason:checksum{Enter}')
  await waitFor(() => expect(variablesOf('TaskList').at(-1)).toMatchObject({ search: 'reason:checksum' }))
  const tab = screen.getByRole('link', { name: /^Failed in 1 h/ })
  await waitFor(() => expect(tab.textContent).toBe('Failed in 1 h1,000+'))
  expect(variablesOf('TaskCount')).toContainEqual({ appId: 'a1', search: 'ended:<1h', status: ['failed'] })
})

it('names a wrong term of an address, and asks for nothing', async () => {
  show('?search=plan:x')
  expect((await screen.findAllByText(/there is no term plan:/)).length).toBeGreaterThan(0)
  expect(variablesOf('TaskList')).toEqual([])
})

it('says how far a search has looked', async () => {
  answer = pageOf([task('t1')], { more: true, searchedTo: '2026-03-01T09:00:00.000Z' })
  show('?search=settle')
  expect(await screen.findByText(/^Searched tasks created since /)).toBeTruthy()
})

/** Fails when a chosen task that has not failed is restarted too, or when a restart is not held. */
it('restarts the failed ones of the chosen tasks, with time to undo it', async () => {
  show()
  for (const id of ['t1', 't2', 't3'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(`settle ${id}`) }))
  expect(await screen.findByText('3 selected')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Restart 2 failed tasks' }))
  await waitFor(() =>
    expect(variablesOf('RestartTasks')).toMatchObject([{ taskIds: ['t1', 't2'], holdSeconds: 10 }]),
  )
  expect(screen.queryByText('3 selected')).toBeNull()
})

it('on a platform without these features it has no search and nothing to choose', async () => {
  features = []
  show('?search=settle')
  await screen.findByRole('link', { name: 'settle t1' })
  expect(screen.queryByRole('combobox', { name: 'Search tasks' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(variablesOf('TaskList').at(-1)).not.toHaveProperty('search')
})
