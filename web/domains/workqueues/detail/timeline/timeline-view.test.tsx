import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { cacheExchange, Client, fetchExchange, Provider } from 'urql'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { renderThemed } from '#tests/support/render.tsx'
import type { RunViewProps } from '../run-view.ts'
import { moment, noRestarts, run, task } from '../test-bed.tsx'
import { TimelineView } from './timeline-view.tsx'

const at = (second: number) => Date.parse(moment(second))

/** Load ended; charge failed three times, was restarted by ana half an hour later and failed again; book waits for it. */
const restartAt = 1800
const tasks = [
  task('load', { status: 'ended', attempt: 1, queued: moment(0), started: moment(2), ended: moment(12) }),
  task('charge', {
    status: 'failed',
    attempt: 3,
    depends: ['load'],
    retry: { max: 1 },
    queued: moment(restartAt),
    started: moment(restartAt + 3),
    ended: moment(restartAt + 33),
    reason: 'timed out',
    hostName: 'pay-2',
  }),
  task('book', { depends: ['charge'] }),
]
const pastRow = (number: number, ofRound: number, second: number) => ({
  __typename: 'RunAttempt',
  taskId: 't-charge',
  number,
  round: 0,
  ofRound,
  alias: 'default',
  version: '2.1.0',
  hostName: 'pay-1',
  queuedAt: moment(second),
  startedAt: moment(second),
  endedAt: moment(second + 30),
  status: 'failed',
  reason: 'timed out',
  lease: 'returned',
  actor: 'op',
})
const past = [pastRow(1, 1, 12), pastRow(2, 2, 47)]
const told = [{ ...pastRow(3, 1, restartAt), __typename: 'TaskAttempt', round: 1, actor: 'ana' }]

const cause = (text: string): Cause => ({
  code: 'held',
  since: null,
  text,
  short: text,
  action: null,
  parts: [],
})
const onSelect = vi.fn()
const onAt = vi.fn()

beforeEach(() => {
  window.sessionStorage.clear()
  onSelect.mockClear()
  onAt.mockClear()
})

function open(over: Partial<RunViewProps> = {}, features: string[] = ['attempts']) {
  const calls: string[] = []
  const fetch = (_url: unknown, init?: RequestInit) => {
    const { operationName } = JSON.parse(String(init?.body)) as { operationName: string }
    calls.push(operationName)
    const data = {
      WorkqueueAttempts: { workqueueAttempts: past },
      TaskAttempts: { taskAttempts: told },
    }[operationName] ?? { capabilities: { __typename: 'Capabilities', version: '1', features } }
    const headers = { 'content-type': 'application/json' }
    return Promise.resolve(new Response(JSON.stringify({ data }), { headers }))
  }
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch: fetch as typeof globalThis.fetch,
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange],
  })
  let change: (next: Partial<RunViewProps>) => void = () => undefined
  function Page() {
    const [props, setProps] = useState<RunViewProps>({
      run: run({ status: 'failed', ended: moment(restartAt + 33), tasks }),
      tasks,
      causes: new Map([['t-book', cause('waits for charge')]]),
      usual: new Map(),
      expected: null,
      selected: null,
      onSelect,
      status: null,
      at: null,
      onAt: (next) => {
        onAt(next)
        setProps((known) => ({ ...known, at: next }))
      },
      restarts: noRestarts,
      ...over,
    })
    change = (next) => setProps((known) => ({ ...known, ...next }))
    return <TimelineView {...props} />
  }
  renderThemed(
    <Provider value={client}>
      <Page />
    </Provider>,
  )
  return { calls, change: (next: Partial<RunViewProps>) => act(() => change(next)) }
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) })
const barsOfRow = (name: string) =>
  within(rowOf(name))
    .getAllByRole('img')
    .map((bar) => bar.getAttribute('aria-label'))

it('draws every attempt in words, the wait of a task that has not begun, and who restarted', async () => {
  const usual = new Map([['book', { medianMs: 24_000, p95Ms: 30_000 }]])
  open({ usual })
  await screen.findByText('by ana', { exact: false })
  expect(barsOfRow('charge')).toEqual([
    'attempt 1 of 2, ran 30 s, failed: timed out, on 2.1.0 @ pay-1',
    'attempt 2 of 2, retried after 5 s, ran 30 s, failed: timed out, on 2.1.0 @ pay-1',
    'attempt 1 of 2, waited 3 s, ran 30 s, failed: timed out, on pay-2',
  ])
  expect(barsOfRow('load')).toEqual(['waited 2 s, ran 10 s'])
  expect(rowOf('book').textContent).toContain('waits for charge, then usually 24 s')
  expect(screen.getByRole('grid', { name: 'Timeline of Parcel intake' })).toBeTruthy()
})

it('says who restarted in rows that have room for it, and nowhere over bars and their texts', async () => {
  const textOf = () => document.querySelector<HTMLElement>('.timeline-restart-text')
  open()
  await screen.findByText('by ana', { exact: false })
  expect(textOf()?.textContent).toMatch(/^Restarted by ana /)
  expect(textOf()?.style.top).toBe('0px')
  cleanup()
  const early = ['a', 'b', 'c'].map((name) => task(name, { ...tasks[0], id: name, name }))
  open({ tasks: [...early, ...tasks.slice(1)] })
  await screen.findByText('failed task only')
  cleanup()
  const late = task('load', { ...tasks[0], ended: moment(restartAt - 1) })
  open({ tasks: [late, tasks[1]!] })
  await vi.waitFor(() => expect(document.querySelector('.timeline-restart')).not.toBeNull())
  expect(textOf()).toBeNull()
})

it('on a phone says beside the names why a task failed and who restarted, and crosses no name', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(356)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  const reason = 'Card scheme timed out after 30000 ms (scheme=visa, batch=batch-US)'
  open({ tasks: [tasks[0]!, { ...tasks[1]!, reason }, tasks[2]!] })
  const said = await screen.findByText(reason)
  expect(said.closest('.timeline-name')?.textContent).toContain('charge')
  await screen.findByText('by ana', { exact: false })
  expect(document.querySelector('.timeline-restart-text')?.textContent).toBe('Restarted by ana')
  expect(document.querySelector('.timeline-links')).toBeNull()
  vi.restoreAllMocks()
})

it('folds time in which only one long task runs, also on a wide axis, and says what that is', async () => {
  const chain = [0, 2, 4, 6, 8, 10].map((second, index) =>
    task(`step ${index}`, {
      status: 'ended',
      queued: moment(second),
      started: moment(second),
      ended: moment(second + 2),
    }),
  )
  const long = task('long', { status: 'ended', queued: moment(12), started: moment(12), ended: moment(1800) })
  const ended = run({ status: 'completed', ended: moment(1800) })
  open({ run: ended, tasks: [...chain, long] }, [])
  await screen.findAllByRole('img')
  expect(screen.getByRole('button', { name: /^Open 29 m/ })).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Fold quiet' })).toBeTruthy()
  cleanup()
  open({ run: ended, tasks: chain }, [])
  await screen.findAllByRole('img')
  expect(screen.queryByRole('switch', { name: /^Fold/ })).toBeNull()
})

it('says why a task failed; without a reason the attempt where bars are too narrow for their numbers', async () => {
  const failure = { ...cause('attempt 1/2 failed'), code: 'failed' } as const
  const causes = new Map([['t-charge', failure]])
  const charge = (seconds: number, reason: string | null = null) =>
    task('charge', {
      ...tasks[1],
      reason,
      attempt: 1,
      queued: moment(5000),
      started: moment(5000),
      ended: moment(5000 + seconds),
    })
  const load = task('load', { ...tasks[0], ended: moment(5000) })
  open({ tasks: [load, charge(10, 'no answer\nfrom the scheme')], causes }, [])
  await screen.findAllByRole('img')
  expect(rowOf('charge').textContent).toContain('no answer from the scheme')
  cleanup()
  open({ tasks: [load, charge(10)], causes }, [])
  await screen.findAllByRole('img')
  expect(rowOf('charge').textContent).toContain('attempt 1/2 failed')
  cleanup()
  open({ tasks: [load, charge(4000)], causes }, [])
  await screen.findAllByRole('img')
  expect(rowOf('charge').textContent).not.toContain('attempt 1/2 failed')
})

it('asks for no attempts where the platform has none, or none was repeated', async () => {
  const without = open({}, [])
  await screen.findAllByRole('img')
  expect(barsOfRow('charge')).toEqual(['attempt 3 of 3, waited 3 s, ran 30 s, failed: timed out, on pay-2'])
  expect(without.calls).not.toContain('WorkqueueAttempts')
  cleanup()
  const first = open({ tasks: tasks.slice(0, 1) })
  await screen.findAllByRole('img')
  expect(first.calls).not.toContain('WorkqueueAttempts')
})

it('reads past attempts again when another attempt follows', async () => {
  const { calls, change } = open()
  await screen.findByText('by ana', { exact: false })
  const reads = () => calls.filter((name) => name === 'WorkqueueAttempts').length
  expect(reads()).toBe(1)
  const next = { ...tasks[1]!, status: 'queued', queued: moment(2000), started: null, ended: null }
  change({ tasks: [tasks[0]!, next, tasks[2]!] })
  await vi.waitFor(() => expect(reads()).toBe(2), { timeout: 10_000 })
})

it('folds idle time, opens it with a click and folds it again', async () => {
  open()
  await screen.findByText('by ana', { exact: false })
  const opens = () => screen.queryByRole('button', { name: 'Open 28 m of idle time' })
  expect(opens()?.textContent).toBe('28 m')
  await userEvent.click(opens()!)
  expect(opens()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Fold 28 m of idle time' }))
  expect(opens()).not.toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Fold idle' }))
  expect(opens()).toBeNull()
})

it('steps from event to event with the arrow keys, and back to now with Escape', async () => {
  open()
  await screen.findByText('by ana', { exact: false })
  await userEvent.keyboard('{ArrowRight}{Escape}')
  expect(onAt).not.toHaveBeenCalled()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowRight}')
  expect(onAt.mock.calls.map(([moment]) => moment)).toEqual(
    [restartAt + 33, restartAt + 3, restartAt, restartAt + 3].map(at),
  )
  const panel = await screen.findByRole('region', { name: /^At / })
  expect(panel.textContent).toContain('charge runs, attempt 1 of 2, for 0 s on pay-2')
  expect(panel.textContent).toContain('1 ended, 1 running, 1 not started')
  expect(screen.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuenow')).toBe(
    String(at(restartAt + 3)),
  )
  await userEvent.keyboard('{Escape}')
  expect(onAt).toHaveBeenLastCalledWith(null)
  expect(await screen.findByRole('region', { name: /^At the end/ })).toBeTruthy()
})

it('sets the moment where the axis is pressed and dropped', async () => {
  open()
  await screen.findByText('by ana', { exact: false })
  // It is rendered after the bars.
  await screen.findByRole('region', { name: /^At / })
  const axis = document.querySelector('.timeline-axis')!
  fireEvent.pointerDown(axis, { button: 0, clientX: 20 })
  fireEvent.pointerMove(axis, { clientX: 0 })
  expect(onAt).not.toHaveBeenCalled()
  expect(screen.getByRole('region', { name: /^At / })).toBeTruthy()
  fireEvent.pointerUp(axis, { clientX: 0 })
  expect(onAt.mock.calls).toEqual([[at(0)]])
})

it('selects a task by click, and by keys from the selected row on', async () => {
  const { change } = open()
  await userEvent.click(await screen.findByText('charge', { selector: '.timeline-name-text' }))
  expect(onSelect).toHaveBeenLastCalledWith('t-charge')
  change({ selected: 't-charge' })
  expect(rowOf('charge').getAttribute('aria-selected')).toBe('true')
  act(() => screen.getByRole('grid').focus())
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onSelect).toHaveBeenLastCalledWith('t-book')
  expect(screen.getByRole('grid').getAttribute('aria-activedescendant')).toBe(rowOf('book').id)
  await userEvent.keyboard('{Home} ')
  expect(onSelect).toHaveBeenLastCalledWith('t-load')
})

it('marks the critical path and what is usual, and keeps the switches for the next run', async () => {
  const usual = new Map([['load', { medianMs: 8000, p95Ms: 9000 }]])
  open({ usual })
  await screen.findByText('by ana', { exact: false })
  const critical = () => document.querySelectorAll('.timeline-row [data-critical]').length
  const marks = () => document.querySelectorAll('.timeline-row .timeline-expected').length
  expect([critical(), marks()]).toEqual([4, 1])
  await userEvent.click(screen.getByRole('switch', { name: 'Critical path' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Expected' }))
  expect([critical(), marks()]).toEqual([0, 0])
  cleanup()
  open({ usual })
  await screen.findAllByRole('img')
  expect(screen.getByRole('switch', { name: 'Critical path' })).toHaveProperty('checked', false)
  expect([critical(), marks()]).toEqual([0, 0])
  cleanup()
  open()
  await screen.findAllByRole('img')
  expect(screen.queryByRole('switch', { name: 'Expected' })).toBeNull()
})

it('orders the rows', async () => {
  open()
  await screen.findByText('by ana', { exact: false })
  await userEvent.click(screen.getByRole('button', { name: /Order/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'duration' }))
  const names = [...document.querySelectorAll('.timeline-name-text')].map((name) => name.textContent)
  expect(names).toEqual(['charge', 'load', 'book'])
})

it('zooms by buttons and keys', async () => {
  open()
  await screen.findByText('by ana', { exact: false })
  const width = () => Number.parseFloat(document.querySelector<HTMLElement>('.timeline-axis')!.style.width)
  const whole = width()
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(width()).toBeCloseTo(whole * 1.5)
  await userEvent.keyboard('+')
  expect(width()).toBeCloseTo(whole * 2.25)
  await userEvent.keyboard('-')
  await userEvent.click(screen.getByRole('button', { name: 'Whole run' }))
  expect(width()).toBe(whole)
})

it('zooms with Ctrl and the wheel once a frame, as far as the wheel has turned', async () => {
  open()
  await screen.findByText('by ana', { exact: false })
  const width = () => Number.parseFloat(document.querySelector<HTMLElement>('.timeline-axis')!.style.width)
  const whole = width()
  const turn = (deltaY: number) =>
    fireEvent.wheel(document.querySelector('.timeline-box')!, { ctrlKey: true, deltaY, clientX: 600 })
  turn(-50)
  turn(-50)
  expect(width()).toBe(whole)
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(width()).toBeCloseTo(whole * 1.5)
  turn(400)
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(width()).toBe(whole)
})

/** A fan-out that ended but for its first task. */
const shards = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    task(`shard ${index}`, {
      status: index === 0 ? 'failed' : 'ended',
      attempt: 1,
      queued: moment(0),
      started: moment(1),
      ended: moment(9),
    }),
  )

it('draws only the rows in view of a long run', async () => {
  open({ tasks: shards(5000) })
  await userEvent.click(await screen.findByRole('row', { name: /^shards · 5,000/ }))
  expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('5002')
  expect(document.querySelectorAll('.timeline-row').length).toBeLessThan(60)
})

it('folds a fan-out into a row that opens, with the failed task below it', async () => {
  const tasksOfRun = shards(30)
  open({ tasks: tasksOfRun, run: run({ tasks: tasksOfRun }) })
  const row = await screen.findByRole('row', { name: /^shards · 30/ })
  const names = () => [...document.querySelectorAll('.timeline-name')].map((name) => name.textContent)
  expect(names()).toEqual(['shards · 30', 'shard 0failed'])
  expect(within(row).getByText('29 ended, 1 failed')).toBeTruthy()
  expect(within(row).getByRole('img', { name: 'Up to 30 at once' })).toBeTruthy()
  expect(row.getAttribute('aria-expanded')).toBe('false')
  fireEvent.focus(screen.getByRole('treegrid'))
  fireEvent.keyDown(screen.getByRole('treegrid'), { key: 'Enter' })
  expect(row.getAttribute('aria-expanded')).toBe('true')
  expect(names()).toHaveLength(31)
  expect(onSelect).not.toHaveBeenCalled()
  expect(await faults()).toEqual([])
  await userEvent.click(screen.getByLabelText('Group fan-outs of 12 or more'))
  expect(names()).toHaveLength(30)
  expect(screen.getByRole('grid')).toBeTruthy()
})

it('lets a running bar grow', async () => {
  const now = Date.now()
  const ago = (ms: number) => new Date(now - ms).toISOString()
  const running = task('load', { status: 'started', attempt: 1, queued: ago(9000), started: ago(8000) })
  open({ run: run({ tasks: [running] }), tasks: [running] })
  const width = () =>
    Number.parseFloat(document.querySelector<HTMLElement>('.timeline-bar[data-kind=run]')!.style.width)
  await screen.findAllByRole('img')
  const before = width()
  await vi.waitFor(() => expect(width()).toBeGreaterThan(before), { timeout: 3000 })
})

it('says what a run waits for in which nothing has begun', () => {
  open({ tasks: tasks.slice(2), causes: new Map([['t-book', cause('Waiting: nobody polls loader')]]) })
  expect(screen.getByText('Nothing has begun')).toBeTruthy()
  expect(screen.getByText('Waiting: nobody polls loader')).toBeTruthy()
})

async function faults(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'best-practice'],
    rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

it('has no fault of accessibility', async () => {
  open({ at: at(20), selected: 't-charge' })
  await screen.findByText('by ana', { exact: false })
  expect(await faults()).toEqual([])
})
