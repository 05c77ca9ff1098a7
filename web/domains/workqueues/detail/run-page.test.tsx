import '#web/domains/failures/held-receipts.ts'
import './drawer/task-drawer.tsx'
import './drawer/why-tab.tsx'
import '#web/domains/failures/move/move-dialog.tsx'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { HOLD_MS } from '#web/ui/feedback/held-action.ts'
import { answersOf, appId, featuresOf, log, moment, openDetail, run, task } from './test-bed.tsx'
import type { WorkqueueDetail } from './operations.ts'

vi.mock('./graph/graph-view.tsx', () => ({ GraphView: () => <p>the graph</p> }))
vi.mock('./timeline/timeline-view.tsx', () => ({ TimelineView: () => <p>the timeline</p> }))

configure({ defaultHidden: true })
afterEach(() => void vi.useRealTimers())
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })

const failedTask = task('charge', {
  status: 'failed',
  attempt: 3,
  tries: 3,
  retry: { max: 2, delayMs: 1000, factor: 2 },
  type: 'task.payments.chargecard',
  version: '2.14.1',
  hostName: 'pay-1',
  reason: 'scheme timed out',
  queued: moment(1),
  started: moment(2),
  ended: moment(9),
  depends: ['load'],
})
const tasks = [
  task('load', { status: 'ended', attempt: 1, queued: moment(0), started: moment(0), ended: moment(1) }),
  failedTask,
  task('close', { depends: ['charge'] }),
]
const twoFailed = [...tasks, task('mail', { status: 'failed', attempt: 1, ended: moment(10) })]
const failed = (over: Partial<WorkqueueDetail> = {}) =>
  run({ status: 'failed', ended: moment(9), tasks, ...over })

const loaded = () => screen.findByRole('heading', { name: 'Parcel intake' })
const button = (name: string | RegExp) => screen.queryByRole('button', { name })
const banner = () => screen.getByRole('region', { name: 'What happens' })
const drawer = (name: string) => screen.findByRole('region', { name: `Task ${name}` })
/** The buttons that fix the run: filled. */
const filled = () =>
  [...document.querySelectorAll('button[data-main]')].map((each) => each.textContent.trim())
const addressOf = (bed: ReturnType<typeof openDetail>) => bed.router.state.location.search

describe('the banner', () => {
  it('says why a run failed, and restarts its only failed task at once', async () => {
    const bed = openDetail({ ...answersOf(failed()), RestartTask: () => ({ restartTask: failedTask }) })
    await loaded()
    expect(banner().textContent).toContain('charge failed: scheme timed out')
    expect(banner().textContent).toContain('Attempts 3/3 on payments 2.14.1 @ pay-1')
    await user.click(within(banner()).getByRole('button', { name: 'Re Run' }))
    await waitFor(() => expect(bed.callsOf('RestartTask')[0]?.variables).toEqual({ id: 't-charge' }))
    expect(bed.callsOf('RestartFailedTasks')).toEqual([])
  })

  it('fills the restart on the alias that the platform suggests, and says why', async () => {
    const suggestedAlias = { __typename: 'SuggestedAlias', alias: 'stable', version: '2.14.0' }
    const failure = {
      __typename: 'Failure',
      id: 'f1',
      title: 'scheme timed out',
      state: 'open',
      first: null,
      runs: 1,
      tasks: 1,
      suggestedAlias,
    }
    openDetail({
      ...answersOf(failed()),
      ...featuresOf('failures'),
      TaskFailure: () => ({ failures: { __typename: 'FailurePage', rows: [failure] } }),
    })
    await loaded()
    await waitFor(() => expect(filled()).toEqual(['Re-run (new Alias)']))
    expect(within(banner()).getByText('alias stable still has 2.14.0')).toBeTruthy()
    expect(within(banner()).getByRole('button', { name: 'Re Run' })).toBeTruthy()
  })

  it('has the only filled button of the page', async () => {
    openDetail(answersOf(failed()))
    await loaded()
    await drawer('charge')
    expect(filled()).toEqual(['Re Run'])
  })

  it('leads to the log of its task only while that is not on the screen', async () => {
    openDetail(answersOf(failed()))
    await loaded()
    await drawer('charge')
    expect(button('Show log')).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(button('Show log')!)
    await drawer('charge')
    expect(button('Show log')).toBeNull()
  })

  it('restarts several failed tasks by one call after ten seconds, unless that is undone', async () => {
    const bed = openDetail({
      ...answersOf(failed({ tasks: twoFailed })),
      RestartFailedTasks: () => ({ errors: [{ message: 'not now' }] }),
    })
    await loaded()
    const rerun = button('Re Run 2 failed tasks') as HTMLButtonElement
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => rerun.click())
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(await screen.findByText(/^Restarting 2 tasks in \d+ s$/)).toBeTruthy()
    expect(rerun.disabled).toBe(true)
    act(() => screen.getByRole('button', { name: 'Undo' }).click())
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS + 1000))
    expect(bed.callsOf('RestartFailedTasks')).toEqual([])
    expect(rerun.disabled).toBe(false)
    act(() => rerun.click())
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS + 1000))
    await vi.waitFor(() => expect(bed.callsOf('RestartFailedTasks')).toHaveLength(1))
    const { requestId: _id, taskIds, ...rest } = bed.callsOf('RestartFailedTasks')[0]!.variables
    expect(rest).toEqual({ workqueueIds: ['w1'] })
    expect((taskIds as string[]).toSorted()).toEqual(['t-charge', 't-mail'])
    await waitFor(() => expect(rerun.disabled).toBe(false))
  })

  it('moves several failed tasks of one type to another alias, except those that are left out', async () => {
    const three = [...twoFailed, { ...twoFailed.at(-1)!, id: 't-fax', name: 'fax' }]
    const bed = openDetail({
      ...answersOf(failed({ tasks: three.map((each) => ({ ...each, type: 'task.pay' })) })),
      TaskAliases: () => ({ taskAliases: ['default', 'stable'] }),
      AliasBacklog: () => ({ backlog: [] }),
      AliasResults: () => ({ errors: [{ message: 'away' }] }),
      RestartFailedTasks: () => ({ errors: [{ message: 'not now' }] }),
    })
    await loaded()
    await user.click(within(banner()).getByRole('button', { name: 'On another alias…' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Restart 3 failed tasks on another alias' }),
    )
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Restart 3' }).disabled).toBe(true)
    await user.click(await dialog.findByRole('radio', { name: 'stable' }))
    await user.click(dialog.getByRole('checkbox', { name: 'mail' }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => dialog.getByRole('button', { name: 'Restart 2 on stable' }).click())
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS + 1000))
    // The clock of the page was started before the time is faked.
    await vi.waitFor(() => expect(bed.callsOf('RestartFailedTasks')).toHaveLength(1))
    const { alias, taskIds } = bed.callsOf('RestartFailedTasks')[0]!.variables
    expect(alias).toBe('stable')
    expect((taskIds as string[]).toSorted()).toEqual(['t-charge', 't-fax'])
  })

  it.each([
    [twoFailed, 'Re Run 2 failed tasks'],
    [tasks, 'Re Run'],
  ])(
    'offers no other alias for what the platform executes itself, nor does the drawer',
    async (some, rerun) => {
      openDetail(answersOf(failed({ tasks: some.map((each) => ({ ...each, type: 'task.workforce.noop' })) })))
      await loaded()
      expect(within(banner()).getByRole('button', { name: rerun })).toBeTruthy()
      await drawer('charge')
      expect(screen.queryByRole('button', { name: /another alias|^Re-run \(new Alias\)( of|$)/ })).toBeNull()
    },
  )

  it('says that a type has no other alias', async () => {
    openDetail({
      ...answersOf(failed({ tasks: twoFailed.map((each) => ({ ...each, type: 'task.pay' })) })),
      TaskAliases: () => ({ taskAliases: ['default'] }),
      AliasBacklog: () => ({ backlog: [] }),
      AliasResults: () => ({ errors: [{ message: 'away' }] }),
    })
    await loaded()
    await user.click(within(banner()).getByRole('button', { name: 'On another alias…' }))
    expect(await screen.findByText('This type has no other alias.')).toBeTruthy()
  })

  it('says since when it failed and how many tasks wait behind it', async () => {
    openDetail(answersOf(failed()))
    await loaded()
    expect(banner().textContent).toMatch(/failed at .*14:03:09, .* ago\s· 1 task waits behind it/)
  })

  it('names the task where the sentence names none', async () => {
    const waiting = task('mail', { status: 'queued', queued: moment(1) })
    const bed = openDetail(answersOf(run({ tasks: [waiting] })))
    await loaded()
    await user.click(within(banner()).getByRole('button', { name: 'mail' }))
    expect(addressOf(bed)).toBe('?task=t-mail')
  })

  it('says who cancelled a run', async () => {
    openDetail(
      answersOf(run({ status: 'cancelled', ended: moment(9), updatedBy: 'ana', tasks: [tasks[0]!] })),
    )
    await loaded()
    expect(banner().textContent).toContain('Cancelled by ana')
  })

  it('of a cancelled run offers no restart; Modify and rerun fixes it', async () => {
    openDetail(answersOf(run({ status: 'cancelled', ended: moment(9), tasks })))
    await loaded()
    expect(banner().textContent).toContain('Cancelled')
    expect(button(/^Re Run/)).toBeNull()
    expect(filled()).toEqual(['Modify and rerun'])
  })

  it('says what runs, and nothing for a completed run', async () => {
    const going = (name: string) => task(name, { status: 'started', started: moment(1), attempt: 1 })
    openDetail(answersOf(run({ tasks: [going('a'), going('b'), going('c')] })))
    await loaded()
    expect(banner().textContent).toContain('a and 2 more run')
    expect(banner().getAttribute('data-banner')).toBe('running')
  })

  it('of a late run says where its task runs, how long that usually takes, and what its log says now', async () => {
    const ledger = task('ledger', {
      status: 'started',
      started: moment(1),
      attempt: 2,
      type: 'task.books.ledgerexport',
      version: '1.4.0',
      hostName: 'books-1.eu-west-1',
      expectedMs: 480_000,
    })
    const tasks = [ledger, task('close', { depends: ['ledger'] })]
    const late = { late: moment(9), deadlineMs: 8000, due: null }
    const bed = openDetail(
      answersOf(run({ tasks, ...late }), [
        log('1', { taskId: ledger.id, attempt: 1, message: 'connection lost' }),
        log('2', { taskId: ledger.id, attempt: 2, message: 'posting 412 of 9000' }),
      ]),
    )
    await loaded()
    const line = await within(banner()).findByRole('button', { name: 'posting 412 of 9000' })
    expect(banner().textContent).toMatch(/ledger .*expected 8 m/)
    expect(banner().textContent).toMatch(/ledgerexport · default.*1\.4\.0 @ books-1[^.]/)
    expect(banner().textContent).toContain('1 task waits behind it')
    expect(document.querySelector('header [data-badge=late]')?.textContent).toBe('late')
    expect(filled()).toEqual(['Open the task'])
    await user.click(line)
    expect(addressOf(bed)).toBe('?task=t-ledger')
    // Beside the open task and its log nothing is left to open.
    expect(within(banner()).queryByRole('button', { name: /Open the task|Show log/ })).toBeNull()
    expect((await drawer('ledger')).querySelector('[data-badge=late]')).not.toBeNull()
    await user.click(within(await drawer('ledger')).getByRole('tab', { name: 'Why' }))
    expect(await within(banner()).findByRole('button', { name: 'Show log' })).toBeTruthy()
    expect(filled()).toEqual([])
    // To end the run mends nothing: that is in the head.
    expect(within(banner()).queryByRole('button', { name: /^Cancel/ })).toBeNull()
    expect(
      await within(await drawer('ledger')).findByRole('button', { name: 'posting 412 of 9000' }),
    ).toBeTruthy()
  })

  it('of a late run counts the other runs that Attention joins with it', async () => {
    const export_ = task('export', { status: 'started', started: moment(1), attempt: 1, late: moment(2) })
    const item = (workqueueId: string, late: string, over = {}) => ({
      __typename: 'AttentionItem',
      id: `i ${workqueueId}`,
      kind: 'runLate',
      mutedUntil: null,
      late: { __typename: 'AttentionLateRun', task: late },
      links: { __typename: 'AttentionLinks', type: null, alias: null, planId: 'p1', workqueueId, ...over },
    })
    const items = [
      item('w1', 'export'),
      item('w2', 'export'),
      item('w3', 'export'),
      item('w4', 'export', { planId: 'p2' }),
      item('w5', 'exports'),
      { ...item('w6', 'export'), mutedUntil: 'change' },
    ]
    const bed = openDetail({
      ...answersOf(run({ tasks: [export_], late: moment(2), planId: 'p1' })),
      ...featuresOf('attention', 'search'),
      LateRuns: () => ({ attention: { __typename: 'Attention', total: 6, items } }),
    })
    await loaded()
    const link = await within(banner()).findByRole('link', { name: '2 more runs late in it' })
    expect(link.getAttribute('href')).toBe(`/apps/${appId}/workqueues?search=plan:p1&stuck=true`)
    expect(bed.callsOf('LateRuns').map(({ variables }) => variables)).toEqual([{ appId }])
    await user.click(within(banner()).getByRole('button', { name: 'Open the task' }))
    await user.click(within(await drawer('export')).getByRole('tab', { name: 'Why' }))
    expect(
      await within(await drawer('export')).findByText('2 other runs of this plan are late in export'),
    ).toBeTruthy()
  })

  it('of a late task that has logged nothing says so', async () => {
    const silent = task('ledger', { status: 'started', started: moment(1), attempt: 1, late: moment(2) })
    openDetail(answersOf(run({ tasks: [silent], late: moment(2) })))
    await loaded()
    expect(await within(banner()).findByText(/This attempt has logged nothing/)).toBeTruthy()
  })

  it('is absent where nothing is to be said', async () => {
    openDetail(answersOf(run({ status: 'completed', ended: moment(9), tasks: [tasks[0]!] })))
    await loaded()
    expect(screen.queryByRole('region', { name: 'What happens' })).toBeNull()
    expect(filled()).toEqual([])
  })
})

describe('the head', () => {
  it('shows active time, restarts and family, as far as the platform tells them', async () => {
    const children = { __typename: 'ChildCounts' as const, total: 3, failed: 1, running: 0, cancelled: 2 }
    const parent = { __typename: 'ParentTask' as const, workqueueId: 'w0', taskId: 't0' }
    openDetail(answersOf(failed({ activeMs: 249_000, restarts: 1, children, parent })))
    await loaded()
    const head = document.querySelector('main header, header')!
    expect(head.textContent).toContain('4 m 09 s active')
    await waitFor(() => expect(head.querySelector('[data-inputs]')?.textContent).toBe('lot=4411 '))
    expect(head.querySelector('[data-badge=late]')).toBeNull()
    expect(head.textContent).toContain('restarted ×1')
    expect(head.textContent).toContain('3 child runs, 1 failed, 2 cancelled')
    expect(screen.getByRole('link', { name: 'parent run' }).getAttribute('href')).toBe(
      `/apps/${appId}/workqueues/w0?task=t0`,
    )
  })

  it('compares with the last good run where there is one, else with the run that it repeats', async () => {
    const stats = { __typename: 'PlanStats', tasks: [], expected: null }
    const lastGood = { __typename: 'LastGoodRun', id: 'w7', started: moment(0) }
    const bed = openDetail({
      ...answersOf(failed({ planId: 'p1' })),
      ...featuresOf('stats'),
      PlanStats: () => ({ planStats: { ...stats, lastGood } }),
    })
    await loaded()
    await user.click(await screen.findByRole('button', { name: 'Compare with last good' }))
    expect(bed.router.state.location.pathname).toBe(`/apps/${appId}/workqueues/w1/compare/last-good`)
  })

  it('offers no comparison without another run', async () => {
    openDetail(answersOf(failed()))
    await loaded()
    expect(button(/^Compare/)).toBeNull()
  })
})

describe('the views', () => {
  it('are switched, and the address keeps the view', async () => {
    const bed = openDetail(answersOf(failed()))
    await loaded()
    await screen.findByText('the graph')
    await user.click(button('Timeline')!)
    await screen.findByText('the timeline')
    expect(addressOf(bed)).toContain('view=timeline')
    await user.click(button('Table')!)
    expect(screen.queryByText('Task Details')).toBeNull()
    expect(screen.getByRole('table', { name: 'Tasks' })).toBeTruthy()
    await act(() => bed.router.navigate(-1))
    await screen.findByText('the timeline')
  })

  it('count the tasks of each state; a press frames the next one of it', async () => {
    const bed = openDetail(answersOf(failed()), '?task=t-load')
    await loaded()
    await user.click(button('1 failed')!)
    expect(addressOf(bed)).toBe('?task=t-charge&status=failed')
    await drawer('charge')
    expect(button('1 not started')).toBeTruthy()
  })

  // Fails when what a cancel has ended is counted as skipped: graph and table call it cancelled.
  it('count what was cancelled apart from what was skipped, and list it', async () => {
    const left = ['paid', 'sent'].map((id) => task(id, { status: 'skipped', reason: 'Cancelled by ana' }))
    const skipped = task('crypto', { status: 'skipped', reason: null })
    const bed = openDetail(answersOf(run({ status: 'cancelled', tasks: [...left, skipped] })), '?view=table')
    await loaded()
    expect(button('1 skipped')).toBeTruthy()
    await user.click(button('2 cancelled')!)
    expect(addressOf(bed)).toBe('?view=table&status=cancelled')
    const rows = () => within(screen.getByRole('table', { name: 'Tasks' })).getAllByRole('row')
    await waitFor(() => expect(rows()).toHaveLength(3))
  })

  it('list only the tasks of a state in the table', async () => {
    openDetail(answersOf(failed()), '?view=table&status=failed')
    await loaded()
    const rows = () => within(screen.getByRole('table', { name: 'Tasks' })).getAllByRole('row')
    await waitFor(() => expect(rows()).toHaveLength(2))
    await user.click(button('1 failed')!)
    await waitFor(() => expect(rows()).toHaveLength(4))
  })
})

describe('the table', () => {
  const names = () =>
    within(screen.getByRole('table', { name: 'Tasks' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('button')[0]!.textContent)
  const two = [
    task('load', { status: 'started', started: moment(0) }),
    task('weigh', { status: 'started', started: moment(1) }),
  ]
  const change = (bed: ReturnType<typeof openDetail>, over: object) =>
    act(() => bed.send('WorkqueueTasksLive', { workqueueTasks: { ...two[1], ...over } }))

  it('keeps its order while the pointer is in the rows, even one that rests, and takes it when that leaves', async () => {
    const bed = openDetail(answersOf(run({ tasks: two })), '?view=table&sort=status')
    await loaded()
    await waitFor(() => expect(names()).toEqual(['load', 'weigh']))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const cell = within(screen.getByRole('table', { name: 'Tasks' })).getAllByRole('cell')[0]!
    fireEvent.pointerMove(cell)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    change(bed, { status: 'failed', ended: moment(2) })
    await waitFor(() => expect(button('Order changed: show the tasks in their order')).toBeTruthy())
    expect(names()).toEqual(['load', 'weigh'])
    fireEvent.pointerMove(screen.getByRole('columnheader', { name: /Status/ }))
    await waitFor(() => expect(names()).toEqual(['weigh', 'load']))
    expect(button('Order changed: show the tasks in their order')).toBeNull()
  })

  it('keeps a row that no longer matches while the focus is in the rows, until the order is asked for', async () => {
    const bed = openDetail(answersOf(run({ tasks: two })), '?view=table&status=started')
    await loaded()
    await waitFor(() => expect(names()).toEqual(['load', 'weigh']))
    act(() => button('Show Logs: load')!.focus())
    change(bed, { status: 'ended', ended: moment(2) })
    await user.click(await screen.findByRole('button', { name: /^Order changed/ }))
    await waitFor(() => expect(names()).toEqual(['load']))
  })
})

describe('the drawer', () => {
  const logs = [
    log('a', { taskId: 't-charge', attempt: 2, message: 'earlier' }),
    log('b', { taskId: 't-charge', attempt: 3, message: 'one call' }),
    log('c', {
      taskId: 't-charge',
      attempt: 3,
      level: 'error',
      message: 'scheme timed out',
      stacktrace: 'Error: scheme timed out\n    at charge (visa.js:88)',
    }),
  ]

  it('opens on the failure of a failed run, on the line that failed', async () => {
    const bed = openDetail({ ...answersOf(failed(), logs), EarlierLogs: () => ({ workqueueLogs: [] }) })
    await loaded()
    const shown = within(await drawer('charge'))
    const line = await shown.findByText('scheme timed out', { selector: '.log-message' })
    expect(line.closest('[data-failing]')).toBeTruthy()
    expect(shown.getByText(/at charge \(visa\.js:88\)/)).toBeTruthy()
    expect(shown.queryByText('earlier')).toBeNull()
    await waitFor(() => expect(shown.getByText('3 lines, all of it')).toBeTruthy())
    expect(shown.getByRole('link', { name: 'Link to this line: 3' }).getAttribute('href')).toMatch(/#3$/)
    expect(addressOf(bed)).toBe('')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Task charge' })).toBeNull()
  })

  it('on a phone opens only on request, by the line of the first task that failed', async () => {
    const phone = (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('max-width') })
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => phone(query) as MediaQueryList)
    openDetail(answersOf(failed()))
    await loaded()
    await screen.findByText('the graph')
    expect(document.querySelector('[data-drawer]')).toBeNull()
    await user.click(within(banner()).getByRole('button', { name: 'Log and attempts of charge' }))
    await drawer('charge')
    expect(within(banner()).queryByRole('button', { name: 'Log and attempts of charge' })).toBeNull()
    // The sheet keeps its height when a tab opens.
    const height = () => document.querySelector('[data-drawer]')?.getAttribute('data-size')
    screen.getByRole('button', { name: attemptMessages.expand }).focus()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(height()).toBe('full')
    await user.click(screen.getByRole('tab', { name: 'Why' }))
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Why', selected: true })).toBeTruthy())
    expect(height()).toBe('full')
    vi.restoreAllMocks()
  })

  it('of a run under way opens for no task until one is chosen', async () => {
    const bed = openDetail(answersOf(run({ tasks })))
    await loaded()
    expect(document.querySelector('[data-drawer]')).toBeNull()
    await user.click(
      await within(screen.getByRole('table', { name: 'Tasks' })).findByRole('button', { name: 'load' }),
    )
    await drawer('load')
    await user.click(button('Next task')!)
    await drawer('charge')
    expect(addressOf(bed)).toBe('?task=t-charge')
    await act(() => bed.router.navigate(-1))
    await drawer('load')
  })

  // Fails when the end of the page is thousands of pixels away on a phone.
  it('on a phone folds the tasks below the graph until they are asked for', async () => {
    const phone = (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('max-width') })
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => phone(query) as MediaQueryList)
    openDetail(answersOf(run({ tasks })))
    await loaded()
    expect(screen.getByText('3 tasks')).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Tasks' })).toBeNull()
    await user.click(button('Task Details')!)
    expect(screen.getByRole('table', { name: 'Tasks' })).toBeTruthy()
    vi.restoreAllMocks()
  })

  it('can be folded below the graph, and stays so for the next run', async () => {
    openDetail(answersOf(run({ tasks })))
    await loaded()
    expect(screen.getByRole('table', { name: 'Tasks' })).toBeTruthy()
    await user.click(button('Task Details')!)
    expect(screen.queryByRole('table', { name: 'Tasks' })).toBeNull()
    cleanup()
    openDetail(answersOf(run({ tasks })))
    await loaded()
    expect(screen.queryByRole('table', { name: 'Tasks' })).toBeNull()
    window.sessionStorage.clear()
  })

  // Fails when the log of a task that waits is shown: it has none.
  it('opens a task that has not started on why it waits, and keeps a tab that was chosen', async () => {
    const waits = task('notify', { status: 'notstarted', depends: ['charge'] })
    const bed = openDetail(answersOf(run({ tasks: [...tasks, waits] })), '?task=t-notify')
    await drawer('notify')
    await screen.findByRole('tab', { name: 'Why', selected: true })
    await user.click(screen.getByRole('tab', { name: 'Log' }))
    expect(addressOf(bed)).toBe('?task=t-notify&tab=log')
    await screen.findByRole('tab', { name: 'Log', selected: true })
    await user.click(screen.getByRole('tab', { name: 'Why' }))
    await waitFor(() => expect(addressOf(bed)).toBe('?task=t-notify'))
  })

  // Fails when the drawer of one failure takes the width of the list of them.
  it('of a fan-out with several failures opens for no task', async () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      task(`part ${index}`, {
        status: index < 2 ? 'failed' : 'ended',
        reason: index < 2 ? 'it broke' : null,
      }),
    )
    openDetail(answersOf(run({ status: 'failed', tasks: many })))
    await loaded()
    await screen.findByText('the graph')
    expect(document.querySelector('[data-drawer]')).toBeNull()
  })

  it('goes through failures and tabs by keys, but not in a text field', async () => {
    const bed = openDetail(answersOf(run({ tasks }), logs))
    await loaded()
    await user.keyboard('n')
    await drawer('charge')
    await user.keyboard(']')
    expect(addressOf(bed)).toBe('?task=t-charge&tab=why')
    await user.keyboard('[BracketLeft]')
    const find = await screen.findByRole('searchbox', { name: 'Find in the log' })
    await user.type(find, 'n]')
    expect(addressOf(bed)).toBe('?task=t-charge')
    await user.clear(find)
    await user.type(find, 'EARLIER')
    expect(await screen.findByText('1 of 1')).toBeTruthy()
    await waitFor(() => expect(document.querySelector('[aria-current] mark')?.textContent).toBe('earlier'))
  })

  it('offers Re Run of a task where the banner does not already', async () => {
    openDetail(answersOf(failed()))
    await loaded()
    expect(within(await drawer('charge')).queryByRole('button', { name: /^Re Run/ })).toBeNull()
    cleanup()
    openDetail(answersOf(failed({ tasks: twoFailed })))
    await loaded()
    expect(within(await drawer('charge')).getByRole('button', { name: 'Re Run charge' })).toBeTruthy()
  })

  it('ignores a task that the run does not have', async () => {
    openDetail(answersOf(run({ tasks })), '?task=nothing&tab=why')
    await loaded()
    expect(document.querySelector('[data-drawer]')).toBeNull()
  })

  it('has neither Attempts nor Inputs on a platform without them, and makes no call', async () => {
    const bed = openDetail(answersOf(failed()), '?tab=attempts')
    await loaded()
    const shown = within(await drawer('charge'))
    expect(shown.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Log', 'Why'])
    expect([...bed.callsOf('TaskAttempts'), ...bed.callsOf('TaskPayload')]).toEqual([])
  })

  it('says why, with the chain to what waits for it', async () => {
    openDetail(answersOf(failed()), '?tab=why')
    await loaded()
    const shown = within(await drawer('charge'))
    const chain = await shown.findByRole('list', { name: 'Chain' })
    const links = within(chain)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(links[0]).toContain('load ended, so it could start')
    expect(links.at(-1)).toContain('1 task waits for it, close first')
  })
})
