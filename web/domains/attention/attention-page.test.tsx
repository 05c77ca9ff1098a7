import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failedTask } from '#web/domains/failures/test-bed.tsx'
import { connection } from '#web/realtime/live-status.ts'
import { attentionOf, choose, figureOf, figuresOf, itemOf, offering, openAttention } from './test-bed.tsx'

const user = userEvent.setup({ delay: null })
const time = (moment: string) => ({ kind: 'time', text: moment })

const timeout = itemOf('f1', {
  sentence: 'Card scheme timed out after # ms',
  waits: 28,
  lines: [
    [{ kind: 'strong', text: '4 workqueues' }, ' in Billing · first ', time(new Date().toISOString())],
    ['worker ', { kind: 'code', text: 'payments 2.14.1' }],
  ],
  links: { groupId: 'g1' },
  actions: [
    ['restartGroup', 'Restart 4'],
    ['restartOnAlias', 'On another alias…'],
  ],
})
const nobody = itemOf('q1', {
  kind: 'queueNobody',
  sentence: 'Nobody polls task.data.load · bigbatch',
  waits: 24,
  owner: { userId: 'u1', email: 'olga.petrova@northwind.example' },
  links: { type: 'task.data.load', alias: 'bigbatch', workerId: 'k1' },
  actions: [
    ['moveToAlias', 'Move to alias…'],
    ['startWorker', 'Start a worker…'],
  ],
})
const late = itemOf('r1', {
  kind: 'runLate',
  sentence: 'Month close is late: 37 m, usually 12 m',
  waits: 3,
  mutedUntil: 'change',
  links: { appId: 'a1', workqueueId: 'w1', taskId: 't1' },
  actions: [
    ['openTask', 'Open the task'],
    ['cancelRun', 'Cancel'],
  ],
})
const three = [nobody, late, timeout]

// By selectors: roles of a whole screen take seconds.
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-item]:not([aria-hidden])')]
const idsOf = () => rows().map((row) => row.dataset['item'])
const rowOf = (id: string) => rows().find((row) => row.dataset['item'] === id)!
const shown = () => waitFor(() => expect(rows().length).toBeGreaterThan(0))
const settled = (bed: ReturnType<typeof openAttention>) =>
  waitFor(() => expect(bed.callsOf('Attention').length).toBeGreaterThan(1))

async function open(items = three, over: object = {}, answers = {}, at?: string) {
  const bed = openAttention({ Attention: () => attentionOf(items, over), ...answers }, at)
  await shown()
  await settled(bed)
  return bed
}

beforeEach(() => connection.set('live'))
afterEach(() => connection.set('off'))

describe('the list', () => {
  it('shows the worst first, with its lines, times and actions; only the first is filled', async () => {
    await open()
    expect(idsOf()).toEqual(['f1', 'q1'])
    const first = within(rowOf('f1'))
    expect(first.getByRole('img', { name: 'Failure' })).toBeTruthy()
    expect(first.getByRole('link', { name: timeout.sentence })).toHaveProperty(
      'pathname',
      '/dashboard/failures/g1',
    )
    expect(rowOf('f1').textContent).toMatch(
      /4 workqueues in Billing\u00a0· first \d\d:\d\dworker payments 2.14.1/,
    )
    expect(document.querySelectorAll('[data-first]')).toHaveLength(1)
    expect(first.getByText('unassigned')).toBeTruthy()
    expect(within(rowOf('q1')).getByText('olga.petrova')).toBeTruthy()
    expect(within(rowOf('q1')).getByRole('link', { name: 'Start a worker…' })).toHaveProperty(
      'pathname',
      '/workers/k1',
    )
  })

  it('lists mine, unassigned and muted ones by the address, with their counts', async () => {
    const { address } = await open()
    const chip = (name: string) => screen.getByLabelText(name)
    await user.click(chip('Muted 1'))
    expect([idsOf(), address()]).toEqual([['r1'], '/dashboard/attention?show=muted'])
    expect(rowOf('r1').textContent).toContain('muted until it changes')
    await user.click(chip('Mine 1'))
    expect(idsOf()).toEqual(['q1'])
    await user.click(chip('Unassigned 1'))
    expect([idsOf(), address()]).toEqual([['f1'], '/dashboard/attention?show=unassigned'])
    await user.click(chip('All 2'))
    expect([idsOf(), address()]).toEqual([['f1', 'q1'], '/dashboard/attention'])
  })

  it('reads by the app and the kind of the address', async () => {
    const bed = await open(three, {}, {}, '/dashboard/attention?app=a7&kind=queueNobody')
    expect(bed.callsOf('Attention')[0]?.variables).toEqual({ appId: 'a7', kind: 'queueNobody' })
    await user.click(screen.getByRole('button', { name: /Kind/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'any' }))
    await waitFor(() => expect(bed.address()).toBe('/dashboard/attention?app=a7'))
  })

  it('shows what a newer platform adds, without the actions that are not known here', async () => {
    await open([
      itemOf('n1', { kind: 'diskFull', sentence: 'A disk is full', actions: [['cleanUp', 'Clean up']] }),
    ])
    expect(rowOf('n1').textContent).toContain('A disk is full')
    expect(within(rowOf('n1')).queryByText('Clean up')).toBeNull()
    expect(within(rowOf('n1')).getByRole('img', { name: 'diskFull' })).toBeTruthy()
  })

  it('counts in the title of the tab', async () => {
    const bed = await open()
    expect(document.title).toBe('(2) Attention - Workforce')
    act(() => bed.change('remove', timeout))
    await waitFor(() => expect(document.title).toBe('(1) Attention - Workforce'))
  })
})

describe('live', () => {
  it('inserts and changes items at once', async () => {
    const bed = await open()
    act(() => bed.change('save', itemOf('new', { waits: 99 })))
    await waitFor(() => expect(idsOf()).toEqual(['new', 'f1', 'q1']))
    act(() => bed.change('update', itemOf('q1', { waits: 500, sentence: 'It is worse' })))
    await waitFor(() => expect(idsOf()).toEqual(['q1', 'new', 'f1']))
    expect(rowOf('q1').textContent).toContain('It is worse')
  })

  it('lets a closed item go after five seconds, with its reason', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      let items = three
      const closed = { __typename: 'AttentionClosedItem', id: 'f1', kind: 'failure', links: timeout.links }
      const closedToday = [{ ...closed, sentence: timeout.sentence, at: null, text: 'all 4 completed' }]
      const bed = openAttention({
        Attention: () => attentionOf(items, items === three ? {} : { closedToday }),
      })
      await shown()
      await settled(bed)
      items = [nobody, late]
      act(() => bed.change('remove', timeout))
      await waitFor(() => expect(rowOf('f1').textContent).toContain('closed: all 4 completed'))
      expect(rowOf('f1').querySelector('[data-item-icon]')?.getAttribute('data-item-icon')).toBe('completed')
      expect(idsOf()).toEqual(['f1', 'q1'])
      await act(() => vi.advanceTimersByTimeAsync(6000))
      expect(idsOf()).toEqual(['q1'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps the order under the pointer, where new items wait in a pill', async () => {
    const bed = await open()
    fireEvent.pointerMove(rowOf('q1'), { pointerType: 'mouse' })
    act(() => bed.change('save', itemOf('new', { waits: 99 })))
    const pill = await screen.findByRole('button', { name: 'Show 1 new item' })
    expect(idsOf()).toEqual(['f1', 'q1'])
    expect(screen.getByText('order held')).toBeTruthy()
    await user.click(pill)
    expect(idsOf()).toEqual(['new', 'f1', 'q1'])
  })

  it('fills the button of the first row: both follow a new order, or neither while it is held', async () => {
    const bed = await open()
    const firsts = () =>
      [...document.querySelectorAll<HTMLElement>('[data-first]')].map((row) => row.dataset['item'])
    act(() => bed.change('save', itemOf('new', { waits: 99 })))
    await waitFor(() => expect(idsOf()).toEqual(['new', 'f1', 'q1']))
    expect(firsts()).toEqual(['new'])
    fireEvent.pointerMove(rowOf('q1'), { pointerType: 'mouse' })
    act(() => bed.change('update', itemOf('q1', { waits: 500, sentence: 'It is worse' })))
    await screen.findByText('It is worse')
    expect([idsOf(), firsts()]).toEqual([['new', 'f1', 'q1'], ['new']])
    fireEvent.pointerLeave(document.querySelector('[data-item-list]')!)
    await waitFor(() => expect(idsOf()).toEqual(['q1', 'new', 'f1']))
    expect(firsts()).toEqual(['q1'])
  })

  it('says that it came back', async () => {
    await open([itemOf('x', { closedBefore: new Date().toISOString() })])
    expect(rowOf('x').textContent).toMatch(/again, was closed at \d\d:\d\d(?!:|, back)/)
  })

  it('does not say that it was closed where only a later run had passed it', async () => {
    await open([itemOf('x', { closedBefore: new Date().toISOString(), passedBefore: true })])
    expect(rowOf('x').textContent).toMatch(/again, a later run had passed it at \d\d:\d\d/)
  })

  it('says in seconds that it came back within a minute', async () => {
    const [closedBefore, since] = ['2026-11-22T11:22:05.000Z', '2026-11-22T11:22:12.000Z']
    await open([itemOf('x', { closedBefore, since })])
    expect(rowOf('x').textContent).toMatch(/again, was closed at .*\d\d:\d\d:05, back 7 s later/)
  })

  it('reads the figures again every 15 seconds, and is stale with its last data when that fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let fails = false
    const error = { errors: [{ message: 'The platform cannot be reached' }] }
    const bed = openAttention({ Attention: () => (fails ? error : attentionOf(three)) })
    try {
      await vi.waitFor(() => expect(bed.callsOf('Attention').length).toBeGreaterThan(1))
      const reads = bed.callsOf('Attention').length
      fails = true
      act(() => void vi.advanceTimersByTime(15_000))
      await vi.waitFor(() => expect(bed.callsOf('Attention')).toHaveLength(reads + 1))
    } finally {
      vi.useRealTimers()
    }
    expect(await screen.findByText(/^stale, read \d\d:\d\d:\d\d$/)).toBeTruthy()
    // Once for the page: all that it shows was read together.
    expect(screen.queryByText(/^read \d\d:\d\d:\d\d$/)).toBeNull()
    expect(idsOf()).toEqual(['f1', 'q1'])
    fails = false
    await user.click(screen.getByRole('button', { name: 'Read again' }))
    expect(await screen.findByText('live')).toBeTruthy()
    expect(screen.queryByText(/^read /)).toBeNull()
  })
})

describe('decisions', () => {
  const decide = (id: string, act: 'assign' | 'mute') =>
    user.click(rowOf(id).querySelector(`[data-act=${act}]`)!)

  it('gives an item to a member of the account', async () => {
    const bed = await open(
      three,
      {},
      {
        MemberChoices: () => ({ memberships: { __typename: 'MembershipPage', rows: [] } }),
        AssignAttention: () => ({ assignAttention: itemOf('f1', { owner: nobody.owner }) }),
      },
    )
    await decide('f1', 'assign')
    await choose(/^Me/)
    await waitFor(() => expect(within(rowOf('f1')).getByText('olga.petrova')).toBeTruthy())
    expect(bed.callsOf('AssignAttention')[0]?.variables).toEqual({ id: 'f1', userId: 'u1' })
  })

  it('moves a muted item to the muted ones, where its mute can be ended', async () => {
    const UnmuteAttention = () => ({ unmuteAttention: itemOf('r1', { waits: 3 }) })
    const bed = await open(three, {}, { UnmuteAttention })
    act(() => bed.change('update', { ...timeout, mutedUntil: 'change' }))
    await waitFor(() => expect(idsOf()).toEqual(['q1']))
    await user.click(screen.getByLabelText('Muted 2'))
    expect(idsOf()).toEqual(['f1', 'r1'])
    await decide('r1', 'mute')
    await waitFor(() => expect(idsOf()).toEqual(['f1']))
    expect(bed.callsOf('UnmuteAttention')[0]?.variables).toEqual({ id: 'r1' })
    expect(screen.getByLabelText('All 2')).toBeTruthy()
  })

  it('a mute can be undone in its message, because the item is no longer on the screen', async () => {
    const MuteAttention = () => ({ muteAttention: itemOf('r1', { mutedUntil: 'change' }) })
    const UnmuteAttention = () => ({ unmuteAttention: itemOf('r1') })
    const bed = await open([nobody, itemOf('r1')], {}, { MuteAttention, UnmuteAttention })
    await decide('r1', 'mute')
    await choose('For 1 hour')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(bed.callsOf('UnmuteAttention')[0]?.variables).toEqual({ id: 'r1' }))
    expect(bed.callsOf('MuteAttention')[0]?.variables).toMatchObject({ id: 'r1' })
  })

  it('asks before it cancels a late run', async () => {
    const bed = await open(
      three,
      {},
      {
        CancelLateRun: () => ({
          cancelWorkqueues: [{ __typename: 'WorkqueueCancel', id: 'w1', error: null, workqueue: null }],
        }),
      },
      '/dashboard/attention?show=muted',
    )
    await user.click(within(rowOf('r1')).getByRole('button', { name: 'Cancel' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(bed.callsOf('CancelLateRun')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Cancel workqueue' }))
    await waitFor(() => expect(bed.callsOf('CancelLateRun')[0]?.variables).toEqual({ ids: ['w1'] }))
  })

  it('restarts a failure after it has listed its runs, held with Undo', async () => {
    const bed = await open(
      three,
      {},
      {
        ...offering('attention', 'failures'),
        FailureTasks: () => ({
          failureTasks: {
            __typename: 'FailureTaskPage',
            total: 1,
            rows: [failedTask(9)],
          },
        }),
        RestartFailure: () => ({
          restartFailure: { __typename: 'FailureRestart', id: 'rc1', total: 1, heldUntil: null },
        }),
        CancelReceipt: () => ({ errors: [{ message: 'late' }] }),
      },
    )
    await user.click(within(rowOf('f1')).getByRole('button', { name: 'Restart 4' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/Nightly 9/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: /^Restart/ }))
    await waitFor(() =>
      expect(bed.callsOf('RestartFailure')[0]?.variables).toEqual({ id: 'g1', holdSeconds: 10 }),
    )
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  })
})

/** Presses Escape in the open menu, which takes the focus after it is shown. */
async function closeMenu(): Promise<void> {
  await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
}

describe('keys', () => {
  it('step through the rows and press their buttons, but not in text fields', async () => {
    const { address } = await open()
    await user.keyboard('r')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('j')
    expect(document.activeElement).toBe(rowOf('f1'))
    await user.keyboard('jj')
    expect(document.activeElement).toBe(rowOf('q1'))
    await user.keyboard('k')
    expect(document.activeElement).toBe(rowOf('f1'))
    await user.keyboard('a')
    expect(await screen.findByRole('menuitemradio', { name: 'Nobody' })).toBeTruthy()
    await closeMenu()
    act(() => rowOf('f1').focus())
    await user.keyboard('m')
    expect(await screen.findByRole('menuitem', { name: 'For 1 hour' })).toBeTruthy()
    await closeMenu()
    act(() => rowOf('f1').focus())
    await user.keyboard('{Enter}')
    expect(address()).toBe('/dashboard/failures/g1')
  })
})

describe('without items', () => {
  it('says that all is well, what runs and when something failed last', async () => {
    const last = new Date(Date.now() - 3.2 * 3_600_000).toISOString()
    openAttention({
      ...offering('attention', 'failures'),
      Attention: () => attentionOf([], { figures: figuresOf({ running: figureOf(47) }) }),
      LastFailure: () => ({
        failures: { __typename: 'FailurePage', rows: [{ __typename: 'Failure', id: 'g', last }] },
      }),
    })
    expect(
      await screen.findByText(
        'Nothing needs attention. 47 run, last failure 3 h ago.',
        {},
        { timeout: 3000 },
      ),
    ).toBeTruthy()
    expect(document.title).toBe('Attention - Workforce')
  })

  it('offers to clear what it filters by', async () => {
    const bed = openAttention({ Attention: () => attentionOf([]) }, '/dashboard/attention?kind=runLate')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(bed.address()).toBe('/dashboard/attention')
  })

  it('keeps its layout while it is read, and offers to try again when that fails', async () => {
    let answer: (data: object) => void = () => undefined
    const bed = openAttention({ Attention: () => new Promise((resolve) => (answer = resolve)) })
    expect(await screen.findByRole('heading', { name: 'Needs attention' })).toBeTruthy()
    expect(screen.getByText('Running now')).toBeTruthy()
    expect(screen.getByRole('list', { busy: true })).toBeTruthy()
    await waitFor(() => expect(bed.callsOf('Attention').length).toBeGreaterThan(0))
    act(() => answer({ errors: [{ message: 'The platform cannot be reached' }] }))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
