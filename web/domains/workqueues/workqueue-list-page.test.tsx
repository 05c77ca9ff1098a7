import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recallFeatures } from '#web/lib/features.ts'
import { withLastQuery } from '#web/lib/last-query.ts'
import { RightsProvider } from '#web/lib/rights.tsx'
import { SessionContext } from '#web/lib/session-context.tsx'
import type { Session } from '#web/lib/session.ts'
import { connection } from '#web/realtime/live-status.ts'
import { heldList } from './list/new-rows.ts'
import { bulkSupport } from './mutations.ts'
import { createBed, page, pageAt, row, withFeatures } from './test-bed.tsx'
import type { Answers } from '#tests/support/web-gateway.ts'
import { WorkqueueListPage } from './workqueue-list-page.tsx'

const user = userEvent.setup({ delay: null })

function show(answers: Answers, address = '/apps/a1/workqueues') {
  const bed = createBed(answers)
  const { ui, router } = pageAt(bed, address, <WorkqueueListPage />)
  render(ui)
  return { bed, router, search: () => router.state.location.search }
}
/** The list as a viewer of the account sees it. */
function showViewer(answers: Answers) {
  const state = { phase: 'known', view: { authenticated: true, user: { _id: 'u1', email: 'v@x.test' } } }
  const session = { get: () => state, subscribe: () => () => {} } as unknown as Session
  const membership = { __typename: 'Membership', id: 'u1', role: 'viewer', apps: [], payloads: 'hidden' }
  const bed = createBed({ ...withFeatures('roles'), ...answers, OwnMembership: () => ({ membership }) })
  const page = (
    <SessionContext value={session}>
      <RightsProvider>
        <WorkqueueListPage />
      </RightsProvider>
    </SessionContext>
  )
  render(pageAt(bed, '/apps/a1/workqueues', page).ui)
}
const list = (rows: unknown[], total?: number): Answers => ({ WorkqueueList: () => page(rows, total) })
afterEach(() => {
  bulkSupport.set(true)
  vi.restoreAllMocks()
})
const select = async (name: string) =>
  user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
/** Waits for the read that follows the start of the subscription. */
const settled = (bed: ReturnType<typeof createBed>) =>
  waitFor(() => expect(bed.callsOf('WorkqueueList')).toHaveLength(2))
const cancelled = (id: string, error: string | null = null) => ({
  __typename: 'WorkqueueCancel',
  id,
  error,
  workqueue: null,
})

describe('rows', () => {
  it('show name, description with tags, created, duration and status', async () => {
    const done = row(2, {
      description: 'lot 4410',
      tags: ['hall-2'],
      status: 'completed',
      ended: new Date(Date.UTC(2026, 2, 1) + 2 * 60_000 + 73_000).toISOString(),
    })
    show(list([row(3), done]))
    const link = await screen.findByRole('link', { name: 'Run 2' })
    expect(link).toHaveProperty('pathname', '/apps/a1/workqueues/w2')
    expect(link.closest('tr')?.textContent).toMatch(/lot 4410.*hall-2.*(ago|now|in ).*1 m 12 s.*completed/)
    const running = screen.getByRole('link', { name: 'Run 3' }).closest('tr')
    expect(running?.textContent).toMatch(/In Progress.*started/)
  })
})

it('a viewer selects no rows and starts no run', async () => {
  showViewer(list([row(3)]))
  await screen.findByRole('link', { name: 'Run 3' })
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  expect(screen.queryByRole('link', { name: 'Run Workqueue' })).toBeNull()
})

const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr')
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .slice(1)

describe('what tells rows apart', () => {
  const why = {
    __typename: 'Why' as const,
    code: 'failed',
    since: null,
    text: 'Charge card failed: Card was declined',
    short: 'attempt 1/1 failed',
  }
  const plan = { __typename: 'PlanOfRun' as const, version: 7 }
  const rich = row(2, {
    id: '65f1aaaabbbbcccc9c2e',
    name: 'Charge customer',
    status: 'failed',
    ended: '2026-03-02T10:00:00.000Z',
    plan,
    restarts: 1,
    inputs: { customer: 991, amount: 12.5 },
    strip: 'eefn',
    activeMs: 65_000,
    why,
  })

  it('are the id, plan version, restarts, inputs, tasks and the cause', async () => {
    show({ ...list([row(3), rich]), ...withFeatures('attempts', 'why') })
    await screen.findByText('What happens')
    expect(heads()).toEqual(['Name', 'Description', 'Tasks', 'What happens', 'Created', 'Duration', 'Status'])
    expect(rowOf('Charge customer')?.textContent).toMatch(
      /…cc9c2e · v7 · restarted ×1customer=991amount=12.5Charge card failed: Card was declined.*1 m 05 s.*failed/,
    )
    expect(screen.getByRole('img', { name: '4 tasks: 1 failed, 2 ended, 1 not started' })).toBeTruthy()
    expect(screen.getByTitle(/^active 1 m 05 s of /)).toBeTruthy()
  })

  it('are on a card in fewer lines: inputs beside the id, the description in one line below the sentence', async () => {
    const phone = (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('max-width') })
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => phone(query) as MediaQueryList)
    const told = { ...rich, description: 'lot 4410' }
    show({ ...list([row(3, { description: 'lot 4411' }), told]), ...withFeatures('attempts', 'why') })
    await screen.findByText('Charge card')
    expect(document.querySelectorAll('[data-run-inputs]')).toHaveLength(0)
    expect(rowOf('Charge customer')?.querySelector('[data-run-name] > [data-run-second]')?.textContent).toBe(
      '…cc9c2e · v7 · restarted ×1 · customer=991 · amount=12.5',
    )
    expect(screen.getByTitle('lot 4410').hasAttribute('data-brief')).toBe(true)
    expect(screen.getByTitle('lot 4411').hasAttribute('data-brief')).toBe(false)
  })

  it('a click on what happens opens the run, one on its checkbox or children does not', async () => {
    const children = { __typename: 'ChildCounts', total: 2, failed: 0, running: 0 }
    const { router } = show({
      WorkqueueList: ({ parentId }) => page(parentId ? [] : [row(3), { ...rich, children }]),
      ...withFeatures('attempts', 'why'),
    })
    await select('Charge customer')
    await user.click(await screen.findByRole('button', { name: /^2 children/ }))
    expect(router.state.location.pathname).toBe('/apps/a1/workqueues')
    await user.click(screen.getByText('Charge card'))
    expect(router.state.location.pathname).toBe('/apps/a1/workqueues/65f1aaaabbbbcccc9c2e')
  })

  it('are absent where the platform does not answer them: the columns are the five of always', async () => {
    show(list([row(3), row(2)]))
    await screen.findByText('Run 3')
    expect(heads()).toEqual(['Name', 'Description', 'Created', 'Duration', 'Status'])
    expect(rowOf('Run 3')?.textContent).toMatch(/^Run 3w3.*In Progress.*started$/)
    expect(screen.queryByRole('button', { name: /^Children/ })).toBeNull()
  })

  it('the active time grows while a task runs', async () => {
    const since = new Date(Date.now() - 65_000).toISOString()
    show({ ...list([row(3, { activeMs: 60_000, activeSince: since })]), ...withFeatures('attempts') })
    await screen.findByText('Run 3')
    expect(rowOf('Run 3')?.textContent).toMatch(/In Progress2 m 0\d s/)
  })

  it('the active time of a run whose end came before it was read again goes on until that end', async () => {
    const since = Date.parse('2026-11-20T10:00:00Z')
    const ended = new Date(since + 6200).toISOString()
    const part = { activeMs: 0, activeSince: new Date(since).toISOString(), ended, status: 'completed' }
    show({ ...list([row(3, part)]), ...withFeatures('attempts') })
    await screen.findByText('Run 3')
    expect(rowOf('Run 3')?.textContent).toContain('6.2 s')
  })
})

describe('the sentence', () => {
  it('stands out by the name of the task and the reason, the pieces together are its words', async () => {
    const text = 'Charge card failed: Card was declined. Attempts 1/1 on pay 2.1 @ ip-10'
    const why = { __typename: 'Why' as const, code: 'failed', since: null, text, short: 'failed' }
    show({ ...list([row(2, { status: 'failed', why })]), ...withFeatures('attempts', 'why') })
    await screen.findByText('Charge card')
    const cause = document.querySelector('[data-cause]')!
    expect(cause.textContent).toBe(text)
    expect([...cause.querySelectorAll('[data-tone]')].map((each) => each.getAttribute('data-tone'))).toEqual([
      'name',
      'plain',
      'reason',
      'plain',
      'code',
    ])
  })
})

it('lists a run that comes to pass the filter, such as one that fails again after its restart', async () => {
  let rows = [row(2, { status: 'failed' })]
  const answers = { ...withFeatures('why'), WorkqueueList: () => page(rows) }
  const { bed } = show(answers, '/apps/a1/workqueues?status=failed')
  await screen.findByRole('link', { name: 'Run 2' })
  await waitFor(() => expect(bed.callsOf('WorkqueueList').length).toBeGreaterThan(1))
  rows = [row(2, { status: 'failed' }), row(1, { status: 'failed' })]
  bed.send('update', row(1, { status: 'failed' }))
  expect(await screen.findByRole('link', { name: 'Run 1' }, { timeout: 5000 })).toBeTruthy()
}, 15_000)

describe('a stale list', () => {
  afterEach(() => connection.set('off'))

  it('says since when, and is read again on request', async () => {
    const { bed } = show(list([row(2)]))
    await screen.findByText('Run 2')
    act(() => connection.set('reconnecting'))
    expect(screen.getByText(/^stale, read \d\d:\d\d:\d\d$/)).toBeTruthy()
    const reads = bed.callsOf('WorkqueueList').length
    await user.click(screen.getByRole('button', { name: 'Read again' }))
    await waitFor(() => expect(bed.callsOf('WorkqueueList').length).toBe(reads + 1))
    act(() => connection.set('live'))
    expect(screen.queryByRole('button', { name: 'Read again' })).toBeNull()
  })

  it('holds new rows back while reads fail, and shows no strip of a run that has completed since', async () => {
    let fails = false
    let rows = [row(1, { strip: 'es' })]
    const { bed } = show({
      ...withFeatures('attempts'),
      WorkqueueList: () => {
        if (fails) throw new Error('The platform cannot be reached')
        return page(rows)
      },
    })
    await screen.findByRole('img', { name: '2 tasks: 1 started, 1 ended' })
    await settled(bed)
    fails = true
    bed.send('update', row(1, { status: 'completed', ended: '2026-03-01T10:00:00.000Z' }))
    const again = await screen.findByRole('button', { name: 'Read again' }, { timeout: 5000 })
    await waitFor(() => expect(screen.queryByRole('img', { name: /^2 tasks/ })).toBeNull())
    bed.send('save', row(2))
    await screen.findByRole('button', { name: 'Show 1 new workqueue' })
    expect(screen.queryByText('Run 2')).toBeNull()
    fails = false
    rows = [row(2), row(1, { status: 'completed', strip: 'ee' })]
    await user.click(again)
    expect(await screen.findByText('Run 2')).toBeTruthy()
    expect(await screen.findByRole('img', { name: '2 tasks: 2 ended' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: /new workqueue/ })).toBeNull())
  })
})

describe('children', () => {
  const counts = { __typename: 'ChildCounts' as const, total: 12, failed: 1, running: 0 }
  const parent = row(2, { children: counts })
  const child = row(1, { name: 'Refund line', status: 'failed', inputs: { item: 4 } })
  const answers: Answers = {
    ...withFeatures('attempts', 'why'),
    WorkqueueList: ({ parentId }) => (parentId ? page([child], 12) : page([parent, row(3)])),
  }

  it('are folded below their parent, read when they are opened, and the others are behind a link', async () => {
    const { bed } = show(answers)
    const line = await screen.findByRole('button', { name: '12 children: 1 failed, 11 completed - Run 2' })
    expect(bed.callsOf('WorkqueueList').filter(({ variables }) => variables['parentId'])).toEqual([])
    await user.click(line)
    const open = await screen.findByRole('list', { name: 'Children of Run 2' })
    expect(within(open).getByRole('link', { name: 'Refund line' })).toHaveProperty(
      'pathname',
      '/apps/a1/workqueues/w1',
    )
    expect(open.textContent).toMatch(/item=4.*failed/)
    const more = screen.getByRole('link', { name: '11 more' })
    expect(more).toHaveProperty('search', '?parent=w2')
  })

  it('are rows of their own on request, and the address says so', async () => {
    const { bed, search } = show(answers)
    await user.click(await screen.findByRole('button', { name: 'Children folded' }))
    expect(search()).toBe('?children=all')
    await screen.findByRole('button', { name: 'Children all', pressed: true })
    await waitFor(() => expect(bed.callsOf('WorkqueueList').at(-1)?.variables).not.toHaveProperty('root'))
    expect(screen.queryByRole('button', { name: /^12 children/ })).toBeNull()
  })

  it('of one run are a filter, which a chip ends', async () => {
    const { bed, search } = show(answers, '/apps/a1/workqueues?parent=w2')
    await waitFor(() => expect(bed.callsOf('WorkqueueList')[0]?.variables).toMatchObject({ parentId: 'w2' }))
    await user.click(await screen.findByRole('button', { name: /^Children of w2/ }))
    expect(search()).toBe('')
  })
})

describe('new rows', () => {
  const held = () => waitFor(() => expect(heldList.get().list).not.toBeNull())

  it('enter at once, and wait behind a pill while the pointer is in the rows', async () => {
    let rows = [row(1)]
    const { bed } = show({ WorkqueueList: () => page(rows) })
    await screen.findByText('Run 1')
    await settled(bed)
    bed.send('save', row(2))
    await screen.findByText('Run 2')
    await user.hover(screen.getByText('Run 1'))
    await held()
    bed.send('save', row(3))
    const pill = await screen.findByRole('button', { name: 'Show 1 new workqueue' })
    expect(screen.queryByText('Run 3')).toBeNull()
    rows = [row(3), row(2), row(1)]
    await user.click(pill)
    expect(await screen.findByText('Run 3')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /new workqueue/ })).toBeNull()
  })

  it('wait while the focus is in the rows', async () => {
    const { bed } = show(list([row(1)]))
    await screen.findByText('Run 1')
    await settled(bed)
    act(() => screen.getByRole('link', { name: 'Run 1' }).focus())
    await held()
    bed.send('save', row(2))
    await screen.findByRole('button', { name: 'Show 1 new workqueue' })
    expect(screen.queryByText('Run 2')).toBeNull()
  })
})

describe('a selection', () => {
  it('hides no filter, and compares two runs', async () => {
    show(list([row(2), row(1)]))
    await select('Run 2')
    const bar = screen.getByRole('group', { name: 'Selected workqueues' })
    expect(within(bar).getByText('1 selected')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Status/ })).toBeTruthy()
    expect(within(bar).queryByRole('link', { name: 'Compare' })).toBeNull()
    await select('Run 1')
    expect(within(bar).getByRole('link', { name: 'Compare' })).toBeTruthy()
  })
})

it('a selection is cleared by its button, and by Escape unless a dialog is open', async () => {
  show(list([row(2), row(1)]))
  const bar = () => screen.queryByRole('group', { name: 'Selected workqueues' })
  await select('Run 2')
  await user.click(within(bar()!).getByRole('button', { name: 'Clear selection' }))
  expect(bar()).toBeNull()
  await select('Run 2')
  await user.click(screen.getByRole('button', { name: 'Cancel workqueue' }))
  await screen.findByRole('alertdialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(bar()).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(bar()).toBeNull()
})

describe('cancelling', () => {
  it('is offered only while rows are selected, and counts them', async () => {
    show(list([row(2), row(1)]))
    await screen.findByText('Run 2')
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
    await select('Run 2')
    expect(screen.getByRole('button', { name: 'Cancel workqueue' })).toBeTruthy()
    await select('Run 1')
    expect(screen.getByRole('button', { name: 'Cancel 2 workqueues' })).toBeTruthy()
    await select('Run 1')
    await select('Run 2')
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })

  const confirm = async (label: string) => {
    await user.click(screen.getByRole('button', { name: label }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: label }))
  }

  it('asks first, cancels all selected rows, confirms and reads the list again', async () => {
    const { bed } = show({
      ...list([row(2), row(1)]),
      CancelWorkqueues: ({ ids }) => ({ cancelWorkqueues: (ids as string[]).map((id) => cancelled(id)) }),
    })
    await select('Run 2')
    await select('Run 1')
    await settled(bed)
    const before = bed.callsOf('WorkqueueList').length
    await user.click(screen.getByRole('button', { name: 'Cancel 2 workqueues' }))
    expect(bed.callsOf('CancelWorkqueues')).toHaveLength(0)
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel 2 workqueues' }))
    expect(await screen.findByText('Cancelled 2 workqueues')).toBeTruthy()
    expect(bed.callsOf('CancelWorkqueues')).toMatchObject([{ variables: { ids: ['w2', 'w1'] } }])
    await waitFor(() => expect(bed.callsOf('WorkqueueList').length).toBeGreaterThan(before))
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })

  it('cancels only what has not ended, as the confirmation says', async () => {
    const { bed } = show({
      ...list([row(3), row(2), row(1, { status: 'completed' })]),
      CancelWorkqueues: ({ ids }) => ({ cancelWorkqueues: (ids as string[]).map((id) => cancelled(id)) }),
    })
    await select('Run 1')
    await select('Run 2')
    await select('Run 3')
    await user.click(screen.getByRole('button', { name: 'Cancel 3 workqueues' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel 2 workqueues' })
    expect(dialog.textContent).toContain('cancel 2 of these 3 workqueues?')
    expect(dialog.textContent).toContain('1 of the 3 selected has already ended and cannot be cancelled.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel 2 workqueues' }))
    await waitFor(() =>
      expect(bed.callsOf('CancelWorkqueues')).toMatchObject([{ variables: { ids: ['w3', 'w2'] } }]),
    )
  })

  it('says where all selected have ended already', async () => {
    show(list([row(3), row(2, { status: 'failed' }), row(1, { status: 'completed' })]))
    await select('Run 1')
    screen.getByText('has already ended')
    await select('Run 2')
    screen.getByText('all have already ended')
    await select('Run 3')
    expect(screen.queryByText(/already ended/)).toBeNull()
  })

  it('shows which were refused and keeps them selected', async () => {
    show({
      ...list([row(2), row(1)]),
      CancelWorkqueues: () => ({ cancelWorkqueues: [cancelled('w2'), cancelled('w1', 'it has ended')] }),
    })
    await select('Run 2')
    await select('Run 1')
    await confirm('Cancel 2 workqueues')
    expect(await screen.findByText("Couldn't cancel workqueues: Run 1: it has ended")).toBeTruthy()
    expect(screen.getByText('Cancelled workqueue')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Cancel workqueue' })).toBeTruthy()
  })

  it('shows the outcome of failed tasks that were restarted one by one', async () => {
    const refused = [{ __typename: 'RefusedRow', id: 't2', name: 'print', error: 'it runs' }]
    const receipt = {
      __typename: 'Receipt',
      id: 'r1',
      kept: false,
      action: 'restart-tasks',
      total: 2,
      done: 1,
      failed: 1,
      created: null,
      createdBy: null,
      ended: '2026-03-01T12:00:00.000Z',
      succeeded: [{ __typename: 'ReceiptRow', id: 't1', name: 'weigh' }],
      refused,
    }
    const { bed, search } = show({
      ...list([row(2, { status: 'failed' }), row(1)]),
      RestartFailedTasks: () => ({ restartFailedTasks: receipt }),
    })
    await select('Run 2')
    await select('Run 1')
    await user.click(screen.getByRole('button', { name: 'Restart failed tasks' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('of “Run 2”? 1 of the 2 selected has not failed and stays as it is.')
    await user.click(within(dialog).getByRole('button', { name: 'Restart failed tasks of 1 workqueue' }))
    expect(await screen.findByText('Error restarting task: print: it runs')).toBeTruthy()
    expect(screen.getByText('Restarted 1 task')).toBeTruthy()
    expect([search(), bed.callsOf('Receipt')]).toEqual(['', []])
  })

  it('is followed by a receipt that names the runs and leads to them', async () => {
    const receipt = {
      __typename: 'Receipt',
      id: 'r1',
      kept: true,
      action: 'cancel-workqueues',
      total: 9,
      done: 3,
      failed: 0,
      created: null,
      createdBy: null,
      ended: null,
      alias: null,
      heldUntil: null,
      cancelledBy: null,
      about: null,
      succeeded: [1, 2].map((number) => ({
        __typename: 'ReceiptRow',
        id: `w${number}`,
        name: `Run ${number}`,
      })),
      refused: [],
    }
    show({ ...list([]), Receipt: () => ({ receipt }) }, '/apps/a1/workqueues?receipt=r1')
    const dialog = await screen.findByRole('dialog', { name: 'Receipt' })
    const link = await within(dialog).findByRole('link', { name: 'Run 2' })
    expect(link).toHaveProperty('pathname', '/apps/a1/workqueues/w2')
    expect(within(dialog).getByText('and 1 more')).toBeTruthy()
  })

  it('offers all matching rows until the platform turns out to have no call for them', async () => {
    const message = 'This platform does it one by one only'
    show({
      ...list([row(2), row(1)], 9),
      CancelMatchingWorkqueues: () => ({ errors: [{ message, extensions: { code: 'NOT_FOUND' } }] }),
    })
    await select('Run 2')
    await select('Run 1')
    await user.click(screen.getByRole('button', { name: 'Select all 9 that match' }))
    await confirm('Cancel 9 workqueues')
    expect(await screen.findByText(`Couldn't cancel workqueues: ${message}`)).toBeTruthy()
    expect(await screen.findByText('2 selected')).toBeTruthy()
    expect(screen.queryByText('Select all 9 that match')).toBeNull()
  })

  it('shows when the call itself failed, and reads the list again', async () => {
    const { bed } = show({
      ...list([row(1)]),
      CancelWorkqueues: () => ({ errors: [{ message: 'The platform cannot be reached' }] }),
    })
    await select('Run 1')
    await settled(bed)
    const before = bed.callsOf('WorkqueueList').length
    await confirm('Cancel workqueue')
    expect(await screen.findByText("Couldn't cancel workqueue: The platform cannot be reached")).toBeTruthy()
    await waitFor(() => expect(bed.callsOf('WorkqueueList').length).toBeGreaterThan(before))
  })

  it('survives live updates, and never includes a row that has left the page', async () => {
    let rows = [row(2), row(1)]
    const { bed } = show({ WorkqueueList: () => page(rows, 9) }, '/apps/a1/workqueues?perPage=2')
    await select('Run 2')
    await select('Run 1')
    rows = [row(3), row(2)]
    bed.send('save', row(3))
    await user.click(await screen.findByRole('button', { name: 'Show 1 new workqueue' }))
    await screen.findByText('Run 3')
    expect(screen.getByRole('button', { name: 'Cancel workqueue' })).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'Select Run 2' })).toHaveProperty('checked', true)
  })
})

describe('the address', () => {
  it('filters and pages the list query', async () => {
    const { bed } = show(
      list([]),
      '/apps/a1/workqueues?page=2&perPage=25&status=failed,started&tags=eu&created=2026-03-01T10:00:00Z,',
    )
    await waitFor(() =>
      expect(bed.callsOf('WorkqueueList')[0]?.variables).toEqual({
        appId: 'a1',
        page: 2,
        perPage: 25,
        status: ['started', 'failed'],
        tags: ['eu'],
        createdAfter: '2026-03-01T10:00:00.000Z',
        root: true,
      }),
    )
  })

  it('makes no read for an address whose search has a wrong term, and names the term', async () => {
    const { bed, search } = show(list([row(1)]), '/apps/a1/workqueues?search=customer%3D')
    expect(await screen.findByText('“customer=” has no value')).toBeTruthy()
    expect(bed.callsOf('WorkqueueList')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(search()).toBe('')
    expect(await screen.findByText('Run 1')).toBeTruthy()
  })

  it('asks for its rows before it counts those of its views', async () => {
    localStorage.setItem('workforce-console.known:u1', '{"features":["views"]}')
    const views = {
      Views: () => ({ views: [] }),
      WorkqueueCount: () => ({ workqueues: { total: 3, more: false } }),
    }
    const bed = createBed({ ...withFeatures('views'), ...list([row(1)]), ...views })
    // Views stand from the first rendering on, as when the features have been told before.
    recallFeatures(bed.client, 'u1')
    render(pageAt(bed, '/apps/a1/workqueues', <WorkqueueListPage />).ui)
    await waitFor(() => expect(bed.callsOf('WorkqueueCount').length).toBeGreaterThan(0))
    const names = bed.calls.map(({ name }) => name)
    expect(names.indexOf('WorkqueueList')).toBeLessThan(names.indexOf('WorkqueueCount'))
    localStorage.clear()
  })

  it('has no count of the view before on a view that cannot be read', async () => {
    const answers: Answers = {
      ...withFeatures('views'),
      ...list([row(1)], 153),
      Views: () => ({ views: [] }),
      WorkqueueCount: () => ({ errors: [{ message: 'away' }] }),
    }
    const { router } = show(answers)
    expect(await screen.findByRole('link', { name: /^All\s*153/ })).toBeTruthy()
    answers['WorkqueueList'] = () => ({ errors: [{ message: 'away' }] })
    await user.click(screen.getByRole('link', { name: /^Failed today/ }))
    await screen.findAllByText(/away/)
    expect(screen.getByRole('link', { name: /^Failed today/ }).textContent).not.toContain('153')
    expect(router.state.location.search).toContain('view=')
  })

  it('has the view of late runs with the oldest first, and no count of a changed view', async () => {
    const features = withFeatures('views', 'attention')
    const count = { WorkqueueCount: () => ({ workqueues: { total: 123, more: false } }) }
    const { bed } = show({ ...features, ...list([row(1)], 4), ...count, Views: () => ({ views: [] }) })
    expect(await screen.findByRole('link', { name: /^All\s*4$/ })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: /^Stuck or late/ }))
    await waitFor(() =>
      expect(bed.callsOf('WorkqueueList').at(-1)?.variables).toMatchObject({ sort: 'created', stuck: true }),
    )
    await user.click(screen.getByRole('link', { name: /^All/ }))
    await user.click(screen.getByRole('button', { name: /^Status/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'failed' }))
    expect((await screen.findByText('changed')).closest('a')?.textContent).toBe('Allchanged')
  })

  it('takes a filter and starts at page 1; Back undoes it', async () => {
    const { bed, search, router } = show(list([row(1)], 40), '/apps/a1/workqueues?page=3')
    await screen.findByText('Run 1')
    await user.click(screen.getByRole('button', { name: /^Status/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'failed' }))
    expect(search()).toBe('?status=failed')
    await waitFor(() =>
      expect(withLastQuery('/apps/a1/workqueues')).toBe('/apps/a1/workqueues?status=failed'),
    )
    await waitFor(() =>
      expect(bed.callsOf('WorkqueueList').at(-1)?.variables).toMatchObject({ page: 1, status: ['failed'] }),
    )
    await router.navigate(-1)
    expect(search()).toBe('?page=3')
  })

  it('takes any tags', async () => {
    const { search } = show(list([row(1)]))
    await user.click(await screen.findByRole('button', { name: /^Tags/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Add to Tags' }), 'hall-2{Enter}eu,')
    expect(search()).toBe('?tags=hall-2,eu')
  })

  it('offers the tags of the rows and known ones, asked for once', async () => {
    const { search, bed } = show({
      ...list([row(1, { tags: ['north', 'eu'] })]),
      ...withFeatures('search'),
      KnownTags: () => ({ searchSuggestions: ['eu', 'month-end'] }),
    })
    await screen.findByText('Run 1')
    await user.click(await screen.findByRole('button', { name: /^Tags/ }))
    const offered = () => [...document.querySelectorAll('[data-choice]')].map((each) => each.textContent)
    await vi.waitFor(() => expect(offered()).toEqual(['eu', 'month-end', 'north']))
    await user.type(screen.getByRole('textbox', { name: 'Add to Tags' }), 'NTH')
    expect(offered()).toEqual(['month-end'])
    // The popover takes the focus a frame after it has opened, which can be as late as here on a busy machine.
    await vi.waitFor(async () => {
      if (search() === '') await user.keyboard('{ArrowDown}{Enter}')
      expect(search()).toBe('?tags=month-end')
    })
    expect(offered()).toEqual(['eu', 'north'])
    expect(bed.callsOf('KnownTags')).toHaveLength(1)
  })

  it('clears an interval of the address', async () => {
    const { search } = show(list([row(1)]), '/apps/a1/workqueues?created=2026-03-01T10:00:00Z,')
    await user.click(await screen.findByRole('button', { name: /^Created ?From/ }))
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(search()).toBe('')
  })
})

describe('without rows', () => {
  it('offers to run the first workqueue', async () => {
    show(list([]))
    expect(await screen.findByText('No workqueues yet')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Run New Workqueue' })).toHaveLength(2)
  })

  it('offers to clear filters without matches', async () => {
    const { search } = show(list([]), '/apps/a1/workqueues?status=failed&tags=eu&perPage=25')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(search()).toBe('?perPage=25')
  })

  it('names a search and the filters that have no match together, and clears either', async () => {
    const at =
      '/apps/a1/workqueues?search=customer%3D2206&status=failed&tags=eu&created=2026-03-01T10:00:00Z,'
    const { search, router } = show(list([]), at)
    const text = 'No run matches customer=2206 together with status failed and tags eu and the chosen time'
    expect(await screen.findByText(text)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(search()).toBe('?search=customer%3D2206')
    expect(await screen.findByText('No run matches customer=2206')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
    await router.navigate(-1)
    await user.click(await screen.findByRole('button', { name: 'Clear search' }))
    expect(search()).toContain('?status=failed&tags=eu')
  })

  it('links back from a page past the end', async () => {
    const { search } = show(list([], 12), '/apps/a1/workqueues?page=9')
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }))
    expect(search()).toBe('')
  })

  it('shows why nothing could be read, and retries', async () => {
    let down = true
    show({
      WorkqueueList: () =>
        down ? { errors: [{ message: 'The platform cannot be reached' }] } : page([row(1)]),
    })
    const texts = await screen.findAllByText('Error loading workqueues: The platform cannot be reached')
    expect(texts.length).toBeGreaterThan(0)
    down = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Run 1')).toBeTruthy()
  })
})
