import './move/move-dialog.tsx'
import './held-receipts.ts'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseFromMenu } from '#tests/support/menus.ts'
import { HOLD_MS } from '#web/ui/feedback/held-action.ts'
import { ago, answersOf, failedTask, failureOf, openFailures, receiptOf } from './test-bed.tsx'

configure({ defaultHidden: true })
afterEach(() => void vi.useRealTimers())
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the page of a failure', () => {
  it('says what failed, where and where not, and leads to the log of the newest attempt', async () => {
    openFailures(answersOf())
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Card scheme timed out after # ms' }),
    ).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Card scheme timed out after # ms - Workforce'))
    expect(screen.getByText('4 tasks of 4 workqueues failed for this cause')).toBeTruthy()
    const where = screen.getByRole('region', { name: 'Where' })
    expect(within(where).getByText('2.14.1')).toBeTruthy()
    expect(within(where).getByText('2.14.0')).toBeTruthy()
    expect(within(where).getByText('pay-3')).toBeTruthy()
    const log = screen.getByRole('link', { name: 'Open its log' })
    expect(log.getAttribute('href')).toBe('/apps/a1/workqueues/w1?task=t1&attempt=3')
  })

  it('names hosts without their domains, says that every host failed, and how many can be restarted on the button only', async () => {
    const hosts = ['ip-10-3-41-19.eu-west-1', 'ip-10-3-41-22.eu-west-1']
    const failure = failureOf('f1', { hosts, notHosts: [] })
    openFailures({ ...answersOf(), Failure: () => ({ failure }) })
    const where = within(await screen.findByRole('region', { name: 'Where' }))
    expect(where.getByText('ip-10-3-41-19').title).toBe('ip-10-3-41-19.eu-west-1')
    expect(where.getByText('none without this failure')).toBeTruthy()
    await button('Restart 4')
    expect(screen.queryByText(/4 can be restarted/)).toBeNull()
  })

  it('offers no other alias for what the platform executes itself', async () => {
    openFailures({
      ...answersOf(),
      Failure: () => ({ failure: failureOf('f1', { type: 'task.workforce.noop' }) }),
    })
    await button('Restart 4')
    expect(screen.queryByRole('button', { name: 'On another alias…' })).toBeNull()
  })

  it('names hosts whole that differ only in their domains', async () => {
    const failure = failureOf('f1', { hosts: ['pay-1.eu', 'pay-1.us'], notHosts: [] })
    openFailures({ ...answersOf(), Failure: () => ({ failure }) })
    expect(await screen.findByText('pay-1.eu')).toBeTruthy()
  })

  it('lists the tasks, each leads to itself in its run; the filter is in the address', async () => {
    const { callsOf, address } = openFailures(answersOf())
    const table = await screen.findByRole('table', { name: 'Tasks of the failure' })
    const link = (await within(table).findAllByRole('link', { name: 'Charge cards US' }))[1]!
    expect(link.getAttribute('href')).toBe('/apps/a1/workqueues/w2?task=t2')
    expect(within(table).getByTitle('customer=c-2')).toBeTruthy()
    expect(within(table).queryByTitle('month=2026-10')).toBeNull()
    await user.click(await button(/^State/))
    await chooseFromMenu('menuitemradio', 'repaired')
    await waitFor(() => expect(address()).toBe('/dashboard/failures/f1?state=repaired'))
    await waitFor(() =>
      expect(callsOf('FailureTasks').at(-1)?.variables).toMatchObject({ id: 'f1', state: ['repaired'] }),
    )
  })

  it.each([
    [{ state: 'regressed', closedAt: ago(0) }, /^Again, was closed at \d\d:\d\d: 4 tasks/],
    [{ state: 'muted' }, /^Muted until it changes: 4 tasks/],
    [{ state: 'muted', mutedUntil: ago(-30) }, /^Muted until .*\d\d:\d\d: 4 tasks/],
    [{ state: 'closed', closedAt: ago(0) }, /^Closed at \d\d:\d\d: 4 tasks/],
    [{ state: 'closed', closedAt: ago(0), dismissed: true }, /^Closed by a person at \d\d:\d\d: 4 tasks/],
    [{ state: 'haunted', runs: null, versions: [], sample: null }, /failed for this cause$/],
  ])('says how it stands: %o', async (over, sentence) => {
    openFailures({ ...answersOf(), Failure: () => ({ failure: failureOf('f1', over) }) })
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('offers first what mends it: the suggested alias, else the restart, else the log after one that has failed again', async () => {
    const filled = async (over: object) => {
      const { unmount } = openFailures({
        ...answersOf(),
        Failure: () => ({ failure: failureOf('f1', over) }),
      })
      await button('Restart 4')
      const names = [...document.querySelectorAll('[data-main]')].map((each) => each.textContent.trim())
      unmount()
      return names
    }
    const restarted = { __typename: 'FailureRestarted', by: 'ana@northwind.example', at: ago(20) }
    const suggestedAlias = { __typename: 'SuggestedAlias', alias: 'stable', version: '2.14.0' }
    expect(await filled({})).toEqual(['Restart 4'])
    expect(await filled({ suggestedAlias, restarted })).toEqual(['Restart 4 on stable…'])
    expect(await filled({ restarted })).toEqual(['Open its log'])
  })

  it('says what was tried and how many are not repaired', async () => {
    const restarted = { __typename: 'FailureRestarted', by: 'ana@northwind.example', at: ago(20) }
    openFailures({
      ...answersOf(),
      Failure: () => ({ failure: failureOf('f1', { restarted, openTasks: 1 }) }),
    })
    expect(
      await screen.findByText(/ · for 3 the task passed later, in the same workqueue or another/),
    ).toBeTruthy()
    expect(screen.getByText(/ · restarted by ana at \d\d:\d\d, failed again at \d\d:\d\d/)).toBeTruthy()
  })

  it('asks before it restarts and lists the runs; the platform holds the restart, which can be undone', async () => {
    const { callsOf } = openFailures(answersOf())
    await user.click(await button('Restart 4'))
    const dialog = await screen.findByRole('dialog', { name: 'Restart 4 failed tasks?' })
    expect(await within(dialog).findByText(/^Nightly 3/)).toBeTruthy()
    expect(within(dialog).getByTitle('customer=c-3')).toBeTruthy()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => within(dialog).getByRole('button', { name: 'Restart 4' }).click())
    await pass(1000)
    expect(callsOf('RestartFailure')).toEqual([
      { name: 'RestartFailure', variables: { id: 'f1', holdSeconds: 10 } },
    ])
    expect(await screen.findByText(/^Restarting 4 tasks in \d+ s$/)).toBeTruthy()
    expect((await button('Restart 4')).disabled).toBe(true)
    act(() => screen.getByRole('button', { name: 'Undo' }).click())
    await pass(1000)
    expect(callsOf('CancelReceipt')).toEqual([{ name: 'CancelReceipt', variables: { id: 'r1' } }])
    expect(screen.getByText('Not restarted')).toBeTruthy()
    await pass(HOLD_MS)
    expect(callsOf('RestartReceipt')).toEqual([])
    expect((await button('Restart 4')).disabled).toBe(false)
  })

  it('has the focus on the question until its button is offered: an early Enter is not a Cancel', async () => {
    let answer: () => void = () => undefined
    const read = new Promise<void>((resolve) => (answer = resolve))
    const tasks = answersOf().FailureTasks as () => unknown
    openFailures({
      ...answersOf(),
      FailureTasks: ({ restartable, perPage }: Record<string, unknown>) =>
        restartable && perPage === 200 ? read.then(tasks) : tasks(),
    })
    await user.click(await button('Restart 4'))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Card scheme timed out'))
    await user.keyboard('{Enter}')
    expect(dialog.isConnected).toBe(true)
    answer()
    await waitFor(() => expect(document.activeElement?.textContent).toBe(' Restart 4'))
  })

  it('tells what came of the restart, also after a reload of the page', async () => {
    const refused = [
      {
        __typename: 'RefusedRow',
        id: 't1',
        name: null,
        error: 'The task is started: only a failed task can be restarted',
      },
    ]
    const answers = {
      ...answersOf(),
      RestartReceipt: () => ({ receipt: receiptOf({ done: 3, failed: 1, refused }) }),
    }
    const before = openFailures(answers)
    await user.click(await button('Restart 4'))
    const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: /^Restart/ })
    await waitFor(() => expect((confirm as HTMLButtonElement).disabled).toBe(false))
    await user.click(confirm)
    expect(await screen.findByText(/^Restarting 4 tasks in \d+ s$/)).toBeTruthy()
    expect(sessionStorage.getItem('workforce-console.held-restarts')).toContain('r1')
    before.unmount()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openFailures(answers)
    await pass(HOLD_MS + 1500)
    expect((await screen.findAllByText('3 of 4 restarted, 1 already runs')).length).toBeGreaterThan(0)
    expect(sessionStorage.getItem('workforce-console.held-restarts')).toBeNull()
  })

  it('is muted, assigned and closed', async () => {
    const decided = { failure: failureOf('f1') }
    const { callsOf } = openFailures({
      ...answersOf(),
      MuteFailure: () => ({ muteFailure: decided.failure }),
      UnmuteFailure: () => ({ unmuteFailure: decided.failure }),
      AssignFailure: () => ({ assignFailure: decided.failure }),
      CloseFailure: () => ({ closeFailure: decided.failure }),
      MemberChoices: () => ({
        memberships: {
          __typename: 'MembershipPage',
          rows: [{ __typename: 'Membership', id: 'u2', email: 'ben@northwind.example' }],
        },
      }),
    })
    await user.click(await button('Mute'))
    await chooseFromMenu('menuitem', 'Until it changes')
    const last = (name: string, variables: object) =>
      waitFor(() => expect(callsOf(name).at(-1)?.variables).toEqual(variables))
    await last('MuteFailure', { id: 'f1', until: 'change' })
    expect(await screen.findByText('Muted until it changes')).toBeTruthy()
    await user.click(await button('Undo'))
    await last('UnmuteFailure', { id: 'f1' })
    await user.click(await button('Assign'))
    await chooseFromMenu('menuitemradio', 'ben@northwind.example')
    await last('AssignFailure', { id: 'f1', userId: 'u2' })
    await user.click(await button('Close failure'))
    const asked = await screen.findByRole('alertdialog', { name: 'Close this failure?' })
    await user.click(within(asked).getByRole('button', { name: 'Close failure' }))
    await last('CloseFailure', { id: 'f1' })
  })

  it('says when it was read, and that it is old when it cannot be read again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answers = answersOf()
    openFailures(answers)
    expect(await screen.findByText(/^read \d\d:\d\d:\d\d$/)).toBeTruthy()
    answers['Failure'] = () => ({ errors: [{ message: 'away' }] })
    await pass(6000)
    expect(screen.getByText(/^stale, read \d\d:\d\d:\d\d$/)).toBeTruthy()
    expect(screen.getByText('4 tasks of 4 workqueues failed for this cause')).toBeTruthy()
  })

  it('says of a failed task that a later run has passed it, not that it has passed', async () => {
    const rows = [
      failedTask(1, {
        state: 'repaired',
        repairedAt: ago(1),
        repairedIn: 'w9',
        repairedInputs: { customer: 'c-9', month: '2026-10' },
        repairedAlias: 'stable',
        repairedVersion: '2.14.0',
      }),
      failedTask(2, {
        state: 'repaired',
        repairedAt: ago(1),
        repairedIn: 'w2',
        status: 'ended',
        repairedAlias: 'default',
        repairedVersion: '2.14.1',
        repairedTries: 1,
      }),
    ]
    const failureTasks = { __typename: 'FailureTaskPage', total: 2, rows }
    openFailures({ ...answersOf(), FailureTasks: () => ({ failureTasks }) })
    const table = await screen.findByRole('table', { name: 'Tasks of the failure' })
    const passed = await within(table).findByRole('link', {
      name: /^passed in a later run on stable \(2\.14\.0\) with other inputs, \d\d:\d\d$/,
    })
    expect(passed.getAttribute('href')).toBe('/apps/a1/workqueues/w9')
    expect(within(table).getByTitle('customer=c-9')).toBeTruthy()
    expect(within(table).queryByTitle('month=2026-10')).toBeNull()
    expect(within(table).getByText(/^attempt 1(\/\d+)? passed, \d\d:\d\d$/)).toBeTruthy()
  })

  it('says of a restart that another screen has begun how long it is held, in the head and in the rows, and can undo it', async () => {
    const until = new Date(Date.now() + 8500).toISOString()
    const held = {
      __typename: 'FailureHeldRestart',
      receiptId: 'r9',
      by: 'ben@x.test',
      alias: 'stable',
      tasks: 1,
      until,
    }
    const rows = [failedTask(1, { heldUntil: until }), failedTask(2)]
    const { callsOf } = openFailures({
      ...answersOf(),
      Failure: () => ({ failure: failureOf('f1', { held }) }),
      FailureTasks: () => ({ failureTasks: { __typename: 'FailureTaskPage', total: 2, rows } }),
    })
    const table = await screen.findByRole('table', { name: 'Tasks of the failure' })
    expect(await within(table).findByText(/^restarts in \d s$/)).toBeTruthy()
    expect(within(table).getAllByText('failed')).toHaveLength(1)
    expect(
      await screen.findByText(/^ben restarts 1 task on stable in \d s/, {}, { timeout: 5000 }),
    ).toBeTruthy()
    expect(screen.getAllByText(/^restarts in \d s$/)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Restart/ })).toBeNull()
    await user.click(await button('Undo'))
    await waitFor(() => expect(callsOf('CancelReceipt')[0]?.variables).toEqual({ id: 'r9' }))
  })

  it('lists what was tried, the newest three first, with what became of it', async () => {
    const tried = (minutes: number, over: object) => ({
      __typename: 'FailurePastRestart',
      by: 'ana@northwind.example',
      at: ago(minutes),
      aliases: ['default'],
      tasks: 4,
      passed: 0,
      failed: 4,
      running: 0,
      ...over,
    })
    const restarts = [
      tried(1, { aliases: ['stable'], passed: 1, failed: 0, running: 2 }),
      tried(2, { by: null, tasks: 1, failed: 1 }),
      tried(3, {}),
      tried(4, {}),
    ]
    openFailures({ ...answersOf(), Failure: () => ({ failure: failureOf('f1', { restarts }) }) })
    const list = await screen.findByRole('list', { name: 'What was tried' })
    const lines = () =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(lines()).toHaveLength(3)
    expect(lines()[0]).toMatch(/ana restarted 4 tasks on stable\W+2 under way1 passed1 stopped$/)
    expect(lines()[1]).toMatch(/a person restarted 1 task on default\W+1 failed again$/)
    await user.click(await button('Show 1 more'))
    expect(lines()).toHaveLength(4)
  })

  it('says of one that a later run has closed how many tasks are still failed, and is not green', async () => {
    const over = { state: 'closed', closedAt: ago(0), dismissed: false, openTasks: 0 }
    openFailures({ ...answersOf(), Failure: () => ({ failure: failureOf('f1', over) }) })
    expect(await screen.findByText(/4 are still failed$/)).toBeTruthy()
    expect(screen.getByText(/^Closed at \d\d:\d\d, because a later run passed it: 4 tasks/)).toBeTruthy()
    expect(screen.queryByText(/the task passed later/)).toBeNull()
    const banner = screen.getByRole('region', { name: 'Failure' })
    expect(banner.querySelector('[data-icon="status"]')?.getAttribute('data-status')).toBe('skipped')
  })

  it('says of one that has closed by itself why: where it passed, in which workqueue, and by whose restart', async () => {
    const repair = {
      __typename: 'FailureRepair',
      appId: 'a1',
      workqueueId: 'w0000000000063c9a',
      workqueueName: 'Nightly',
      at: ago(1),
      later: false,
      by: 'ana@x.test',
      alias: 'stable',
      version: '2.14.0',
    }
    const sentence = async (over: object) => {
      const closed = { state: 'closed', closedAt: ago(0), dismissed: false, openTasks: 0, ...over }
      const none = { __typename: 'FailureTaskPage', total: 0, rows: [] }
      const { unmount } = openFailures({
        ...answersOf(),
        Failure: () => ({ failure: failureOf('f1', closed) }),
        FailureTasks: () => ({ failureTasks: none }),
      })
      const text = (await screen.findByText(/^Closed by .* at /)).textContent
      const to = screen.queryByRole('link', { name: 'Nightly …063c9a' })?.getAttribute('href')
      unmount()
      return [/\d\d:\d\d(.*?):/.exec(text)?.[1], to]
    }
    const run = '/apps/a1/workqueues/w0000000000063c9a'
    expect(await sentence({ repair })).toEqual([", after ana's restart on stable (2.14.0)", run])
    expect(await sentence({ repair: { ...repair, by: null } })).toEqual([
      ', after another attempt passed on stable (2.14.0)',
      run,
    ])
    expect(await sentence({ repair: { ...repair, later: true, version: null } })).toEqual([
      ', after a later run passed it on stable',
      run,
    ])
    expect(await sentence({ repair: null })).toEqual(['', undefined])
    expect(await sentence({ repair, dismissed: true })).toEqual(['', run])
  })

  it('does not offer another alias where it is known that none is polled', async () => {
    const offered = async (movable: boolean | null) => {
      const { unmount } = openFailures({
        ...answersOf(),
        Failure: () => ({ failure: failureOf('f1', { movable }) }),
      })
      await button('Restart 4')
      const found = screen.queryByRole('button', { name: 'On another alias…' }) !== null
      unmount()
      return found
    }
    expect([await offered(null), await offered(true), await offered(false)]).toEqual([true, true, false])
  })

  it('says in seconds when it was closed and is back within a minute', async () => {
    const over = {
      state: 'regressed',
      closedAt: ago(1),
      regressedAt: new Date(Date.parse(ago(1)) + 7500).toISOString(),
    }
    openFailures({ ...answersOf(), Failure: () => ({ failure: failureOf('f1', over) }) })
    expect(
      await screen.findByText(
        /^Again, was closed at (.*, )?\d\d:\d\d:\d\d, failed again 7\.\d s later: 4 tasks/,
      ),
    ).toBeTruthy()
  })

  it('says that a later run had passed it, where it was closed and is back but what is left was not repaired', async () => {
    const over = { state: 'regressed', closedAt: ago(0), openTasks: 1 }
    openFailures({ ...answersOf(), Failure: () => ({ failure: failureOf('f1', over) }) })
    expect(await screen.findByText(/^Again, a later run had passed it at \d\d:\d\d: 4 tasks/)).toBeTruthy()
  })

  it('offers no restart when none of its tasks can be', async () => {
    const none = { __typename: 'FailureTaskPage', total: 0, rows: [] }
    const all = {
      __typename: 'FailureTaskPage',
      total: 1,
      rows: [failedTask(1, { status: 'ended', state: 'repaired' })],
    }
    const over = { state: 'closed', closedAt: ago(0), dismissed: false }
    openFailures({
      ...answersOf(),
      Failure: () => ({ failure: failureOf('f1', over) }),
      FailureTasks: ({ restartable }) => ({ failureTasks: restartable ? none : all }),
    })
    expect(await screen.findByText(/none can be restarted now/)).toBeTruthy()
    expect(screen.getByText(/^Closed by itself at \d\d:\d\d: 4 tasks/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Restart/ })).toBeNull()
  })
})

describe('the list of failures', () => {
  const page = (...rows: object[]) => ({ failures: { __typename: 'FailurePage', total: rows.length, rows } })
  const answers = {
    ...answersOf(),
    FailureChoices: () => ({
      apps: [{ __typename: 'App', id: 'a1', name: 'Billing' }],
      taskTypes: ['task.a.b'],
    }),
    FailureList: () => page(failureOf('f1'), failureOf('f2', { state: 'closed', title: 'Over' })),
  }

  it('begins with those that are open, also again', async () => {
    const { callsOf } = openFailures({ ...answers, FailureList: () => page() }, '/dashboard/failures')
    await screen.findByText('No failure is open')
    expect(callsOf('FailureList')[0]?.variables).toMatchObject({ state: ['open', 'regressed'] })
    screen.getByRole('button', { name: 'Show all failures' }).click()
    await screen.findByText('Nothing has failed')
    expect(callsOf('FailureList').at(-1)?.variables).toMatchObject({
      state: ['open', 'muted', 'closed', 'regressed'],
    })
  })

  it('has the failures of every state', async () => {
    const { callsOf } = openFailures(answers, '/dashboard/failures?state=any')
    const link = await screen.findByRole('link', { name: 'Over' })
    expect(link.getAttribute('href')).toBe('/dashboard/failures/f2')
    expect(callsOf('FailureList')[0]?.variables).toMatchObject({
      state: ['open', 'muted', 'closed', 'regressed'],
    })
  })

  it('opens a failure by a click anywhere on its row but on its button', async () => {
    const { address } = openFailures(answers, '/dashboard/failures?state=any')
    const row = (await screen.findByRole('link', { name: 'Over' })).closest('tr')!
    await user.click(screen.getByRole('button', { name: /^Restart 4… / }))
    expect(address()).toBe('/dashboard/failures?state=any')
    await user.click(within(row).getByText('unassigned'))
    await waitFor(() => expect(address()).toBe('/dashboard/failures/f2'))
  })

  it('restarts what is not closed, after a question; says where it was seen, and where not', async () => {
    openFailures(answers, '/dashboard/failures?state=any')
    await screen.findByRole('link', { name: 'Over' })
    expect(screen.getAllByTitle(/2\.14\.1 @ 2 hosts, not on 2\.14\.0$/)).toHaveLength(2)
    const trend = '4 attempts failed in the last 24 hours, 3 in this one, at most 3 in one'
    expect(screen.getAllByRole('img', { name: trend })).toHaveLength(2)
    const buttons = screen.getAllByRole('button', { name: /^Restart 4… / })
    expect(buttons.map(({ ariaLabel }) => ariaLabel)).toEqual(['Restart 4… Card scheme timed out after # ms'])
    expect(buttons[0]?.title).toBe('Each on its own alias, the newest on default')
    await user.click(buttons[0]!)
    expect(await screen.findByRole('dialog', { name: 'Restart 4 failed tasks?' })).toBeTruthy()
  })

  it('says how many it restarts and where, and of a held one how long', async () => {
    const suggestedAlias = { __typename: 'SuggestedAlias', alias: 'stable', version: '2.14.0' }
    const until = new Date(Date.now() + 8500).toISOString()
    const held = { __typename: 'FailureHeldRestart', receiptId: 'r9', by: null, alias: null, tasks: 2, until }
    const rows = [
      failureOf('f1', { suggestedAlias }),
      failureOf('f2', { title: 'Held', held, restartable: 0 }),
    ]
    openFailures({ ...answers, FailureList: () => page(...rows) }, '/dashboard/failures')
    await user.click(await button(/^Restart 4 on stable… Card scheme/))
    expect(await screen.findByRole('dialog', { name: /another alias/ })).toBeTruthy()
    expect(screen.getByText(/^restarts in \d s$/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Restart.*Held$/ })).toBeNull()
  })

  it('leaves the alias to the tip of the button where titles need the room', async () => {
    const narrow = (query: string) => Object.assign(new EventTarget(), { matches: query.includes('1399') })
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => narrow(query) as MediaQueryList)
    const suggestedAlias = { __typename: 'SuggestedAlias', alias: 'stable', version: '2.14.0' }
    const answer = () => page(failureOf('f1', { suggestedAlias }))
    openFailures({ ...answers, FailureList: answer }, '/dashboard/failures')
    expect((await button(/^Restart 4… Card scheme/)).title).toBe('Restart 4 on stable…')
    vi.restoreAllMocks()
  })

  it('reads by the state, the app and the type of the address', async () => {
    const at = '/dashboard/failures?state=muted,lost&app=a1&type=task.a.b&sort=-tasks'
    const { callsOf } = openFailures(answers, at)
    const wanted = { state: ['muted'], appId: 'a1', type: 'task.a.b', sort: '-tasks', page: 1, perPage: 10 }
    await waitFor(() => expect(callsOf('FailureList')[0]?.variables).toEqual(wanted))
    expect(await screen.findByRole('button', { name: /^App ?Billing$/ })).toBeTruthy()
  })

  it('is searched by the platform, from the address; the search can be cleared', async () => {
    const Capabilities = () => ({
      capabilities: { __typename: 'Capabilities', version: '2', features: ['failures', 'listSearch'] },
    })
    const searched = { ...answers, Capabilities, FailureList: () => page() }
    const { callsOf } = openFailures(searched, '/dashboard/failures?search=card')
    await screen.findByText('No failure matches card together with state open, again')
    expect(callsOf('FailureList')[0]?.variables).toMatchObject({ search: 'card' })
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search failures' }).value).toBe('card')
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await screen.findByText('No failure is open')
    expect(callsOf('FailureList').at(-1)?.variables).not.toHaveProperty('search')
  })

  it('says what muting is where nothing is muted', async () => {
    openFailures({ ...answers, FailureList: () => page() }, '/dashboard/failures?state=muted')
    expect(await screen.findByText('No failure is muted')).toBeTruthy()
    expect(screen.getByText(/^Mute takes a failure off the list, and out of alerts/)).toBeTruthy()
  })

  it('says what it is when it is empty', async () => {
    openFailures({ ...answers, FailureList: () => page() }, '/dashboard/failures?state=any')
    expect(await screen.findByText('Nothing has failed')).toBeTruthy()
  })
})
