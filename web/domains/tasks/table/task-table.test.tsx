import { ChakraProvider } from '@chakra-ui/react'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { Client, fetchExchange, Provider } from 'urql'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { system } from '#web/app/theme/system.ts'
import { Toaster } from '#web/ui/feedback/toast.tsx'
import { log, moment, task } from '#web/domains/workqueues/detail/test-bed.tsx'
import { connection } from '#web/realtime/live-status.ts'
import { rowsToDraw, TaskTable } from './task-table.tsx'
import { groupLogs, type LogLine, type TaskDetail } from '../task.ts'

// Visibility checks compute the style of every ancestor, which is most of the cost of a query by role or a
// click.
configure({ defaultHidden: true })
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })

function show(
  tasks: TaskDetail[],
  logs: LogLine[] = [],
  answer: object = { data: { restartTask: task('load') } },
  address = '/',
  runStatus = 'started',
) {
  const onRestarted = vi.fn()
  const capabilities = { __typename: 'Capabilities', version: '2', features: [] }
  const told = 'data' in answer ? { data: { capabilities, ...(answer.data as object) } } : answer
  const fetch = () =>
    Promise.resolve(new Response(JSON.stringify(told), { headers: { 'content-type': 'application/json' } }))
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  })
  render(
    <ChakraProvider value={system}>
      <Provider value={client}>
        <MemoryRouter initialEntries={[address]}>
          <TaskTable
            tasks={tasks}
            runStatus={runStatus}
            loading={false}
            logs={{ logs: groupLogs(logs), loading: false, loadEarlier: () => undefined }}
            highlighted={null}
            onRestarted={onRestarted}
          />
        </MemoryRouter>
      </Provider>
      <Toaster />
    </ChakraProvider>,
  )
  return { onRestarted }
}

const cells = () =>
  within(screen.getAllByRole('row')[1]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const pressLogs = () => user.click(screen.getByRole('button', { name: 'Show Logs: load' }))
/** The panel of the log is loaded when the first one opens. */
const openLogs = async () => {
  await pressLogs()
  await screen.findByRole('region', { name: 'Logs of load' })
}
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => log(`l${index}`, { timestamp: moment(index % 60) }))

describe('a row', () => {
  it('shows name, type, alias, version and host', () => {
    show([task('load', { alias: 'edge', version: '2.1.0', hostName: 'crane-07' })])
    expect(cells()[0]).toContain('task.rail.loader · 2.1.0 @ crane-07')
    expect(screen.getByText('edge')).toBeTruthy()
  })

  it('shows the times of earlier attempts on request', async () => {
    const made = (number: number, status: string, reason: string | null) => ({
      __typename: 'TaskAttempt',
      number,
      round: 0,
      ofRound: number,
      alias: 'default',
      version: '2.1.0',
      hostName: 'crane-07',
      queuedAt: null,
      startedAt: moment(number * 10),
      endedAt: moment(number * 10 + 4),
      status,
      reason,
      lease: null,
      actor: null,
    })
    const capabilities = { __typename: 'Capabilities', version: '2', features: ['attempts'] }
    const taskAttempts = [made(1, 'failed', 'timed out'), made(2, 'ended', null)]
    show([task('load', { status: 'ended', attempt: 2, started: moment(20), ended: moment(24) })], [], {
      data: { taskAttempts, capabilities },
    })
    await user.click(await screen.findByRole('button', { name: '1 earlier: load' }))
    const earlier = await screen.findByRole('list', { name: 'Earlier attempts of load' })
    expect(within(earlier).getAllByRole('listitem')).toHaveLength(1)
    expect(earlier.textContent).toMatch(/^Attempt 1.*:10 to .*:14, 4 s.*2\.1\.0 @ crane-07.*timed out$/)
  })

  it('of a task that a cancel stopped has the cancelled mark, its reason, and no Re Run', () => {
    show([task('load', { status: 'skipped', reason: 'Cancelled by ada@example.com' })])
    expect(document.querySelector('[data-icon="status"]')?.getAttribute('data-status')).toBe('cancelled')
    expect(screen.getByText('Cancelled by ada@example.com')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Re Run: load' })).toBeNull()
  })

  it('of a failed task in a cancelled workqueue offers no Re Run, which would be refused', async () => {
    show([task('load', { status: 'failed' })], many(11), undefined, '/', 'cancelled')
    expect(screen.queryByRole('button', { name: 'Re Run: load' })).toBeNull()
    await openLogs()
    expect(screen.getByRole('button', { name: 'Re-run' }).hasAttribute('disabled')).toBe(true)
  })

  it('does not show the default alias', () => {
    show([task('load')])
    expect(screen.queryByText('default')).toBeNull()
  })

  it.each([
    [1000, false],
    [1001, true],
  ])('shows a wait of %i ms: %s', (wait, told) => {
    show([task('load', { status: 'started', started: moment(3), wait })])
    expect(cells()[1]?.includes('(waited 1 s)')).toBe(told)
  })

  it('shows when it will be retried', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment(10)) })
    const retryTime = new Date(Date.now() + 19_500).toISOString()
    show([task('load', { status: 'retry', started: moment(1), retryTime })])
    expect(cells()[2]).toBe('Ended(retrying in 20 s)')
    expect(cells()[3]).toBe('-')
    vi.useRealTimers()
  })

  it('is in progress when started without end', () => {
    show([task('load', { status: 'started', started: moment(1) })])
    expect(cells()[3]).toContain('in progress')
  })

  it('has a dash for duration when not started', () => {
    show([task('load')])
    expect(cells().slice(1, 4)).toEqual(['-', 'Ended-', '-'])
  })

  it('has a length when ended', () => {
    show([task('load', { status: 'ended', started: moment(1), ended: moment(32) })])
    expect(cells()[3]).toBe('31 s')
  })

  it('shows its progress', () => {
    show([task('load', { status: 'started', progress: 0.35 })])
    expect(screen.getByRole('progressbar', { name: 'Progress of load' }).getAttribute('aria-valuenow')).toBe(
      '35',
    )
  })

  it('shows its source', async () => {
    show([task('load')])
    await user.click(screen.getByRole('button', { name: 'View Source: load' }))
    const source = await screen.findByLabelText('Source of load')
    expect(JSON.parse(source.textContent)).toMatchObject({ name: 'load', type: 'task.rail.loader' })
    expect(source.textContent).not.toContain('__typename')
  })
})

describe('restarting', () => {
  const failed = task('load', {
    status: 'failed',
    started: moment(1),
    ended: moment(2),
    reason: 'no checksum',
  })

  it('is offered only for failed tasks', () => {
    const statuses = ['notstarted', 'queued', 'started', 'retry', 'ended', 'skipped', 'failed']
    show(statuses.map((status) => task(status, { status })))
    const offered = screen.getAllByText('Re Run').map((each) => each.getAttribute('aria-label'))
    expect(offered).toEqual(['Re Run: failed'])
  })

  it('confirms and reads the workqueue again', async () => {
    const { onRestarted } = show([failed])
    await user.click(screen.getByRole('button', { name: 'Re Run: load' }))
    expect(await screen.findByText('Task: load restarted.')).toBeTruthy()
    expect(onRestarted).toHaveBeenCalledOnce()
  })

  it('shows why it failed', async () => {
    const { onRestarted } = show([failed], [], { errors: [{ message: 'it is under way' }] })
    await user.click(screen.getByRole('button', { name: 'Re Run: load' }))
    expect(await screen.findByText("Couldn't restart task: [load]... it is under way")).toBeTruthy()
    expect(onRestarted).not.toHaveBeenCalled()
  })
})

describe('logs', () => {
  it('show a message when there are none', async () => {
    show([task('load')])
    await pressLogs()
    expect(
      await screen.findByText('No logs available at this time, logs could take up to 5 minutes to appear.'),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Hide Logs: load' }))
    expect(screen.queryByText(/No logs available/)).toBeNull()
  })

  it.each([
    [10, false],
    [11, true],
  ])('of %i entries end in buttons: %s', async (count, buttons) => {
    show([task('load')], many(count))
    await openLogs()
    expect(screen.queryByRole('button', { name: 'Collapse Logs' }) !== null).toBe(buttons)
    expect(screen.queryByRole('button', { name: 'Re-run' }) !== null).toBe(buttons)
  })

  it('collapse from their end', async () => {
    show([task('load')], many(11))
    await openLogs()
    await user.click(screen.getByRole('button', { name: 'Collapse Logs' }))
    expect(screen.queryByRole('region', { name: 'Logs of load' })).toBeNull()
  })

  it('are separated by attempt', async () => {
    show([task('load')], [log('a'), log('b', { attempt: 2 }), log('c', { attempt: 2 })])
    await openLogs()
    const items = within(screen.getByRole('region', { name: 'Logs of load' })).getAllByRole('listitem')
    const short = items.map((item) => /Attempt \d|message \w/.exec(item.textContent)?.[0])
    expect(short).toEqual(['Attempt 1', 'message a', 'Attempt 2', 'message b', 'message c'])
  })

  it('do not show attempts when there was one', async () => {
    show([task('load')], many(3))
    await openLogs()
    expect(screen.queryByText('Attempt 1')).toBeNull()
  })

  it('are rendered as far as they are in view when there are many', async () => {
    show([task('load')], many(450))
    await openLogs()
    expect(screen.getByRole('region', { name: 'Logs of load' }).querySelectorAll('li').length).toBeLessThan(
      200,
    )
  })

  it('are searched step by step, wrapping around', async () => {
    show(
      [task('load')],
      [...many(11), log('x', { message: 'Found here' }), log('y', { message: 'found again' })],
    )
    await openLogs()
    await user.type(screen.getByRole('searchbox', { name: 'Find: load' }), 'FOUND')
    const current = () => screen.getByRole('region', { name: 'Logs of load' }).querySelector('[aria-current]')
    await waitFor(() => expect(current()?.textContent).toContain('Found here'))
    expect(screen.getByText('1 of 2')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(current()?.textContent).toContain('found again')
    await user.click(screen.getByRole('button', { name: 'Next match' }))
    expect(current()?.textContent).toContain('Found here')
    await user.click(screen.getByRole('button', { name: 'Previous match' }))
    expect(screen.getByText('2 of 2')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Find: load' }), ' nowhere')
    expect(await screen.findByText('nothing found')).toBeTruthy()
  })

  it('are opened where the address names an entry, which is highlighted', () => {
    show([task('load')], [log('a'), log('b')], undefined, '/#log-b')
    const region = screen.getByRole('region', { name: 'Logs of load' })
    expect(region.querySelector('[aria-current]')?.textContent).toContain('message b')
    expect(region.querySelector('a')?.getAttribute('href')).toBe('#log-a')
  })

  it('show the stack trace only of errors', async () => {
    const stacktrace = 'Error: no checksum\n    at read (read.js:41:11)'
    show([task('load')], [log('a'), log('b', { level: 'error', message: 'no checksum', stacktrace })])
    await openLogs()
    expect(screen.getAllByRole('button', { name: 'Stack trace' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Stack trace' }))
    const dialog = await screen.findByRole('dialog', { name: 'Stack trace' })
    expect(dialog.textContent).toContain('at read (read.js:41:11)')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('give a failed row a button for its latest stack trace', async () => {
    const failed = task('load', { status: 'failed', reason: 'no checksum' })
    const traced = (id: string) => log(id, { level: 'error', stacktrace: `trace ${id}` })
    show([failed], [traced('a'), traced('b'), log('c', { level: 'error' })])
    expect(screen.getByText('no checksum')).toBeTruthy()
    // On a phone the button would else stand at the last word of the reason.
    expect(getComputedStyle(screen.getByText('no checksum')).display).toBe('block')
    await user.click(screen.getByRole('button', { name: 'Stack trace: load' }))
    expect((await screen.findByRole('dialog', { name: 'Stack trace' })).textContent).toContain('trace b')
  })
})

describe('rowsToDraw', () => {
  const tasks = Array.from({ length: 230 }, (_, index) => task(`${index}`))

  it('counts up to the highlighted task', () => {
    expect(rowsToDraw(tasks, 100, null)).toBe(100)
    expect(rowsToDraw(tasks, 100, 't-20')).toBe(100)
    expect(rowsToDraw(tasks, 100, 't-180')).toBe(181)
    expect(rowsToDraw(tasks.slice(0, 7), 100, null)).toBe(7)
  })
})

it('stops the time of what runs at the loss of the connection', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const started = new Date(Date.now() - 5000).toISOString()
    connection.set('reconnecting')
    vi.setSystemTime(Date.now() + 60_000)
    show([task('load', { status: 'started', started })])
    expect(cells()).toContain('in progress5 s')
  } finally {
    connection.set('off')
    vi.useRealTimers()
  }
})
