import '#web/domains/failures/held-receipts.ts'
import { ChakraProvider } from '@chakra-ui/react'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { Client, fetchExchange, Provider } from 'urql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { system } from '#web/app/theme/system.ts'
import { HOLD_MS } from '#web/ui/feedback/held-action.ts'
import { Toaster } from '#web/ui/feedback/toast.tsx'
import type { WorkqueueDetail } from '../operations.ts'
import { moment, run, task } from '../test-bed.tsx'
import { useRestarts } from '../use-restarts.tsx'
import { GraphView } from './graph-view.tsx'

beforeEach(() => {
  // jsdom has no layout; the canvas is drawn only when it has a width.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1200, 600))
  vi.stubGlobal(
    'DOMMatrixReadOnly',
    class {
      m22 = 1
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const locked = 'Index is locked by another writer'
const failed = (index: number, reason: string) =>
  ({
    status: 'failed',
    attempt: 3,
    reason,
    started: moment(1),
    ended: moment(9),
    inputs: { shard: index },
  }) as const

/** Twelve shards: three failed for two reasons, one runs, the others ended. */
function shards(): WorkqueueDetail {
  const states = [
    failed(0, `${locked} 17`),
    failed(1, `${locked} 18`),
    failed(2, 'Out of memory'),
    { status: 'started', attempt: 1, started: moment(2), inputs: { shard: 3 } },
  ]
  const all = Array.from({ length: 12 }, (_, index) =>
    task(`shard ${index}`, {
      depends: ['plan'],
      retry: { max: 2 },
      ...(states[index] ?? {
        status: 'ended',
        started: moment(1),
        ended: moment(2 + index),
        inputs: { shard: index },
      }),
    }),
  )
  return run({
    tasks: [
      task('plan', { status: 'ended' }),
      ...all,
      task('merge', { depends: all.map(({ name }) => name) }),
    ],
  })
}

const answers: Record<string, unknown> = {
  Capabilities: { capabilities: { version: '1', features: ['attempts'] } },
  WorkqueueLogs: { workqueueLogs: [] },
  ChildRuns: {
    workqueues: {
      total: 2,
      rows: ['failed', 'completed'].map((status, index) => ({
        id: `child${index}`,
        name: `lot ${index}`,
        status,
        started: moment(1),
        ended: moment(3),
        parentTaskId: 't-each lot',
      })),
    },
  },
}

function open(shown: WorkqueueDetail, causes: ReadonlyMap<string, Cause> = new Map()) {
  const calls: { name: string; variables: Record<string, unknown> }[] = []
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const { operationName, variables } = JSON.parse(String(init?.body)) as {
      operationName: string
      variables: Record<string, unknown>
    }
    calls.push({ name: operationName, variables })
    return Response.json(operationName in answers ? { data: answers[operationName] } : { errors: [] })
  }
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch: fetch as typeof globalThis.fetch,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  })
  const View = () => {
    const [selected, select] = useState<string | null>(null)
    return (
      <GraphView
        run={shown}
        tasks={shown.tasks}
        causes={causes}
        usual={new Map()}
        expected={null}
        selected={selected}
        onSelect={select}
        status={null}
        at={null}
        onAt={() => undefined}
        restarts={useRestarts(shown, shown.tasks, () => undefined)}
      />
    )
  }
  const router = createMemoryRouter([{ path: '*', element: <View /> }])
  render(
    <ChakraProvider value={system}>
      <Provider value={client}>
        <RouterProvider router={router} />
      </Provider>
      <Toaster />
    </ChakraProvider>,
  )
  return {
    router,
    callsOf: (name: string) => calls.filter((call) => call.name === name),
  }
}

const cause = (code: Cause['code'], short: string): Cause => ({
  code,
  short,
  text: short,
  since: null,
  action: null,
  parts: [],
})
const rows = () =>
  [...document.querySelectorAll('.inspector-row')].map((row) => row.querySelector('.cut-text')?.textContent)

describe('a node', () => {
  it('says its name, type, alias and cause, and is a button with its state', async () => {
    const charge = task('Charge cards US', {
      status: 'failed',
      type: 'task.payments.chargecard',
      alias: 'bigbatch',
      depends: ['plan'],
    })
    open(
      run({ tasks: [task('plan', { status: 'ended', started: moment(0), ended: moment(4) }), charge] }),
      new Map([[charge.id, cause('failed', 'attempt 3/3 failed')]]),
    )
    const node = await screen.findByRole('button', {
      name: 'Charge cards US, failed, task.payments.chargecard · bigbatch, after 1 task',
    })
    expect(node.textContent).toBe('Charge cards USchargecard · bigbatchattempt 3/3 failed')
    expect(node.dataset['status']).toBe('failed')
    expect(node.getAttribute('aria-description')).toBe('attempt 3/3 failed')
    const plan = screen.getByRole('button', { name: /^plan, ended/ })
    expect(plan.textContent).toContain('4 s')
    act(() => node.click())
    expect(node.dataset['selected']).toBe('true')
  })

  it('leads along the edges with the arrow keys, and opens with Enter', async () => {
    const user = userEvent.setup()
    open(run({ tasks: [task('a'), task('b', { depends: ['a'] })] }))
    const [a, b] = [
      await screen.findByRole('button', { name: /^a,/ }),
      screen.getByRole('button', { name: /^b,/ }),
    ]
    a.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(b)
    await user.keyboard('{Enter}')
    expect(b.dataset['selected']).toBe('true')
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(a)
  })
})

describe('a fan-out', () => {
  it('is one node with counts, until the switch is off, which is kept', async () => {
    const user = userEvent.setup()
    open(shards())
    await screen.findByRole('button', { name: /shards, 12 tasks: 8 ended, 3 failed, 1 running$/ })
    expect(screen.queryByRole('button', { name: /^shard 0, failed, task/ })).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Group fan-outs of 12 or more' }))
    await screen.findByRole('button', { name: /^shard 0, failed, task/ })
    expect(document.querySelector('.inspector')).toBeNull()
    expect(sessionStorage.getItem('workforce-console.group-fan-outs')).toBe('no')
  })

  it('is reached by the keyboard, square by square', async () => {
    const user = userEvent.setup()
    open(shards())
    const grid = await screen.findByRole('listbox', { name: /shards, 12 tasks/ })
    act(() => grid.focus())
    await user.keyboard('{ArrowRight}')
    expect(within(grid).getByRole('option').textContent).toContain(`shard 1 failed after 8 s: ${locked} 18`)
    await user.keyboard('{Enter}')
    const row = document.querySelector('.inspector-row[data-selected]')
    expect(row?.textContent).toContain('shard 1')
    await user.keyboard('{End}')
    expect(within(grid).getByRole('option').textContent).toContain('shard 11 ended after 12 s')
  })
})

it('the runs that a task has started are squares of its node, each a way to its run', async () => {
  const user = userEvent.setup()
  const each = task('each lot', { type: 'task.workforce.map', status: 'failed' })
  const { router } = open(run({ children: { total: 2, failed: 1, running: 0, cancelled: 0 }, tasks: [each] }))
  const grid = await screen.findByRole('listbox', { name: 'each lot, 2 runs' })
  expect(grid.closest('.group-node')?.textContent).toContain('1 completed,1 failed')
  act(() => grid.focus())
  await user.keyboard('{Home}{Enter}')
  expect(router.state.location.pathname).toBe('/apps/a1/workqueues/child0')
})

describe('the tasks of a fan-out', () => {
  it('open on the failed ones by reason; a single one has no group', async () => {
    open(shards())
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('button', { expanded: true })).toHaveLength(1)
    expect(table.textContent).toContain(`${locked} #2 tasks, first`)
    expect(rows()).toEqual(['shard 0', 'shard 1', 'shard 2'])
    expect(within(table).getByText('shard=1')).toBeTruthy()
    expect(within(table).getAllByText('3/3')).toHaveLength(3)
    expect(screen.getByText('3 failed, 2 reasons')).toBeTruthy()
  })

  it('are listed by state and found by words; a selected one is always among them', async () => {
    const user = userEvent.setup()
    open(shards())
    await screen.findByRole('table')
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await user.keyboard('memory')
    expect(rows()).toEqual(['shard 2'])
    await user.clear(screen.getByRole('searchbox'))
    await user.click(screen.getByRole('button', { name: '8 ended' }))
    expect(rows()).toHaveLength(8)
    const grid = screen.getByRole('listbox')
    act(() => grid.focus())
    await user.keyboard('{Home}{Enter}')
    expect(rows()).toEqual(['shard 0', 'shard 1', 'shard 2'])
    await user.click(screen.getByRole('button', { name: 'all 12' }))
    expect(rows()).toHaveLength(12)
  })

  it('are restarted together after ten seconds, or not at all', async () => {
    const { callsOf } = open(shards())
    const restart = await screen.findByRole('button', { name: 'Restart 2' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => restart.click())
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS - 2000))
    expect(callsOf('RestartFailedTasks')).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(3000))
    // The clock of the page was started before the time is faked.
    await vi.waitFor(() => expect(callsOf('RestartFailedTasks')).toHaveLength(1))
    expect(callsOf('RestartFailedTasks')).toMatchObject([
      { variables: { workqueueIds: ['w1'], taskIds: ['t-shard 0', 't-shard 1'] } },
    ])
    act(() => restart.click())
    await act(() => vi.advanceTimersByTimeAsync(1000))
    // The toast of the first restart may still be on its way out.
    act(() => screen.getAllByRole('button', { name: 'Undo' }).at(-1)?.click())
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS + 1000))
    expect(callsOf('RestartFailedTasks')).toHaveLength(1)
  })
})
