import axe from 'axe-core'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { chooseFromMenu } from '#tests/support/menus.ts'
import { keyNames } from '#web/lib/use-keys.ts'
import { gridOf, gridRun, gridTask, openGrid } from './grid/test-bed.tsx'
import { row } from './test-bed.tsx'

const square = (name: string) => screen.getByRole('gridcell', { name })
const grid = () => screen.findByRole('grid', { name: 'Runs of Nightly' })
const noDetail = { WorkqueueDetail: () => ({ errors: [{ message: 'not in this test' }] }) }

describe('the grid', () => {
  beforeEach(() => localStorage.clear())

  it('shows the plan that ran last: a column for each run, a row for each task', async () => {
    const { reads } = openGrid()
    const rows = within(await grid()).getAllByRole('row')
    expect(rows).toHaveLength(3)
    expect(
      within(rows[0]!)
        .getAllByRole('columnheader')
        .map((head) => head.querySelector('.run-grid-said')?.textContent ?? head.textContent),
    ).toEqual([
      expect.stringContaining('Task, in graph order'),
      expect.stringMatching(/^Run run-1, completed, 1 Mar( \d+)?, 10:01:00, 1 s$/),
      expect.stringMatching(/^Run run-2, failed, 1 Mar( \d+)?, 10:02:00, 2 s$/),
      expect.stringMatching(/^Run run-3, failed, 1 Mar( \d+)?, 10:03:00, 3 s$/),
      'Success',
      'p95',
      'p95, 3 runs',
    ])
    square('load, run-3: failed')
    square('weigh, run-2: ended after a retry')
    square('weigh, run-3: not started')
    // Of the squares; of its attempts on hover.
    expect(within(rows[1]!).getByText('33 %').title).toBe('50 % of its attempts in these runs ended well')
    expect(screen.getByText(/1 of 3 finished runs completed/).textContent).toBe(
      '1 of 3 finished runs completed, 33 %, usually 98 %',
    )
    expect(reads()).toEqual([{ planId: 'p1', appId: 'a1', runs: 40 }])
    // jsdom computes no colours.
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  it('on a phone has all runs, which scroll beside the names of the tasks', async () => {
    const media = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (query) =>
          Object.assign(new EventTarget(), { matches: query.includes('max-width') }) as MediaQueryList,
      )
    const runs = Array.from({ length: 14 }, (_, index) => gridRun(14 - index, 'ff'))
    openGrid({ PlanGrid: () => ({ planStats: gridOf({ runs }) }) })
    const [head] = within(await grid()).getAllByRole('row')
    expect(within(head!).getAllByRole('columnheader', { name: /^Run / })).toHaveLength(14)
    expect(screen.getByRole('button', { name: 'Last 40 runs' })).toBeTruthy()
    expect(screen.getByText(/of 14 finished runs completed/)).toBeTruthy()
    media.mockRestore()
  })

  it('has its plan and filters in the address', async () => {
    const { address, reads } = openGrid({}, '?plan=p1&runs=20&tags=eu')
    await grid()
    expect(reads()).toEqual([{ planId: 'p1', appId: 'a1', runs: 20, tags: ['eu'] }])
    await userEvent.click(screen.getByRole('switch', { name: 'Failed only' }))
    expect(address()).toBe('/apps/a1/grid?plan=p1&runs=20&tags=eu&failed=true')
    await waitFor(() => expect(reads().at(-1)).toMatchObject({ status: 'failed' }))
    await userEvent.click(screen.getByRole('button', { name: 'Plan Nightly' }))
    await chooseFromMenu('menuitem', 'Refunds')
    await waitFor(() => expect(address()).toContain('plan=p2'))
  })

  it('says that a plan has not run yet, and that no run matches', async () => {
    openGrid({
      PlanGrid: ({ tags }) => ({
        planStats: gridOf({
          runs: [],
          tasks: [],
          plan: { __typename: 'PlanOfStats', id: 'p1', name: String(tags) },
        }),
      }),
    })
    await screen.findByText('This plan has not run yet')
    expect(screen.getAllByRole('button', { name: 'Run Plan' })).toHaveLength(1)
    await userEvent.click(screen.getByRole('switch', { name: 'Failed only' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await screen.findByText('This plan has not run yet')
  })

  it('says that no plan has run in the app', async () => {
    openGrid({ RanPlans: () => ({ ranPlans: [] }) })
    await screen.findByText('No plan has run in this app yet')
    screen.getByRole('link', { name: 'Run New Workqueue' })
  })

  it('leads to the list on a platform without statistics, and asks for nothing', async () => {
    const { address, calls } = openGrid({}, '', ['why'])
    await screen.findByText('elsewhere')
    expect(address()).toBe('/apps/a1/workqueues')
    expect(calls.map(({ name }) => name)).toEqual(['Capabilities'])
  })

  it('says in its place that it cannot be read, without a toast as well', async () => {
    openGrid({ PlanGrid: () => ({ errors: [{ message: 'no answer' }] }) })
    await screen.findByText('Error loading the grid: no answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getAllByText('Error loading the grid: no answer')).toHaveLength(1)
  })

  it('says when its last state was read after a failure, and offers to read again', async () => {
    let down = false
    const { send } = openGrid({
      PlanGrid: () => (down ? { errors: [{ message: 'no answer' }] } : { planStats: gridOf() }),
    })
    await grid()
    down = true
    send('status', row(3))
    await screen.findByText(/^stale, read/, undefined, { timeout: 5000 })
    square('load, run-3: failed')
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
    await waitFor(() => expect(screen.queryByText(/^stale/)).toBeNull())
  })
})

describe('without a plan in the address', () => {
  const plan = (id: string, name: string, lastFailed: string | null = null) => ({
    __typename: 'RanPlan',
    id,
    name,
    lastFailed,
  })
  const ranPlans = () => ({
    ranPlans: [plan('p1', 'Preview'), plan('p2', 'Nightly', new Date(Date.now() - 60_000).toISOString())],
  })
  const planIds = (reads: { planId?: unknown }[]) => [...new Set(reads.map(({ planId }) => planId))]
  beforeEach(() => localStorage.clear())

  it('opens on the plan with the newest failed run', async () => {
    const { reads } = openGrid({ RanPlans: ranPlans })
    await grid()
    expect(planIds(reads())).toEqual(['p2'])
  })

  it('opens on the plan with the newest late run', async () => {
    const late = {
      __typename: 'AttentionItem',
      id: 'i1',
      kind: 'runLate',
      since: new Date().toISOString(),
      mutedUntil: null,
      links: { __typename: 'AttentionLinks', appId: 'a1', planId: 'p1' },
    }
    const { reads, calls } = openGrid(
      {
        RanPlans: ({ attention }) => ({
          ...ranPlans(),
          ...(attention ? { attention: { __typename: 'Attention', items: [late] } } : {}),
        }),
      },
      '',
      ['stats', 'attention'],
    )
    await grid()
    expect(planIds(reads())).toEqual(['p1'])
    expect(calls.filter(({ name }) => name === 'RanPlans')).toHaveLength(1)
  })

  it('opens on the plan that was chosen last', async () => {
    openGrid({ RanPlans: ranPlans }, '?plan=p1')
    await grid()
    cleanup()
    const { reads } = openGrid({ RanPlans: ranPlans })
    await grid()
    expect(planIds(reads())).toEqual(['p1'])
  })
})

describe('a fan-out', () => {
  const shards = Array.from({ length: 12 }, (_, index) =>
    gridTask(`shard ${index}`, { group: 'g1', ranMs: null }),
  )
  const groups = [
    { __typename: 'PlanGroupStats', id: 'g1', name: 'score shards', successRate: 0.9, p95Ms: 5, ranMs: [] },
  ]
  const fanned = () => ({
    planStats: gridOf({ tasks: shards, groups, runs: [gridRun(1, `e${'f'.padEnd(11, 'e')}`)] }),
  })

  it('is one row with its worst state, and opens in place', async () => {
    openGrid({ PlanGrid: fanned })
    await grid()
    square('12 score shards, run-1: failed')
    expect(screen.getAllByRole('row')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: '12 score shards' }))
    expect(screen.getAllByRole('row')).toHaveLength(14)
    square('shard 1, run-1: failed')
  })

  it('of thousands of tasks is drawn in steps', async () => {
    const tasks = Array.from({ length: 5000 }, (_, index) => gridTask(`task ${index}`))
    openGrid({ PlanGrid: () => ({ planStats: gridOf({ tasks, runs: [gridRun(1, 'e'.repeat(5000))] }) }) })
    const found = await grid()
    expect(found.getAttribute('aria-rowcount')).toBe('5001')
    expect(within(found).getAllByRole('row')).toHaveLength(101)
    await userEvent.click(screen.getByRole('button', { name: 'Show 100 of 4,900 more' }))
    expect(within(found).getAllByRole('row')).toHaveLength(201)
  })
})

describe('the keyboard', () => {
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

  it('has one stop in the grid, and moves in it by arrows to squares, by N to failures', async () => {
    openGrid(noDetail)
    const found = await grid()
    expect(found.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    const last = found.querySelector<HTMLElement>('[tabindex="0"]')!
    last.focus()
    expect(focused()).toMatch(/^Run run-3/)
    press('ArrowDown')
    expect(focused()).toBe('load, run-3: failed')
    press('ArrowDown')
    press('ArrowLeft')
    expect(focused()).toBe('weigh, run-2: ended after a retry')
    press('n')
    expect(focused()).toBe('load, run-3: failed')
    press('N')
    expect(focused()).toBe('load, run-2: failed')
    expect(found.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  })

  it.each([
    ['Enter', '/apps/a1/workqueues/run-3'],
    ['d', '/apps/a1/workqueues/run-3/compare/last-good'],
  ])('%s leads to %s', async (key, to) => {
    const { address } = openGrid(noDetail)
    ;(await grid()).querySelector<HTMLElement>('[tabindex="0"]')!.focus()
    press('ArrowDown')
    press(key)
    await waitFor(() => expect(address()).toBe(to))
  })

  it('works from anywhere on the page, and is in the list of keys', async () => {
    const { address } = openGrid(noDetail)
    await grid()
    fireEvent.keyDown(document.body, { key: 'n' })
    expect(focused()).toBe('load, run-3: failed')
    screen.getByRole('button', { name: 'Plan Nightly' }).focus()
    press('ArrowLeft')
    expect(focused()).toBe('load, run-2: failed')
    expect(Object.assign({}, ...keyNames.get().map(({ names }) => names))).toMatchObject({
      '← →': 'run',
      n: 'next failed',
    })
    screen.getByRole('button', { name: 'Plan Nightly' }).focus()
    press('d')
    await waitFor(() => expect(address()).toBe('/apps/a1/workqueues/run-2/compare/last-good'))
  })

  it('leaves to a focused element what it uses itself, and to the browser its keys', async () => {
    const { address } = openGrid(noDetail)
    await grid()
    screen.getByRole('link', { name: 'Open plan' }).focus()
    press('Enter')
    press('End')
    expect(focused()).toBe('Open plan')
    screen.getByRole('switch', { name: 'Failed only' }).focus()
    press('ArrowLeft')
    expect(document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName).not.toBe(
      'gridcell',
    )
    fireEvent.keyDown(square('load, run-3: failed'), { key: 'd', ctrlKey: true })
    expect(address()).toBe('/apps/a1/grid')
  })
})

describe('the card of a run', () => {
  it('is that of the focused run, and Escape closes it', async () => {
    openGrid(noDetail)
    ;(await grid()).querySelector<HTMLElement>('[tabindex="0"]')!.focus()
    const card = await screen.findByRole('dialog', { name: 'Run run-3' })
    expect((await within(card).findByRole('link', { name: 'Open run' })).getAttribute('href')).toBe(
      '/apps/a1/workqueues/run-3',
    )
    expect(within(card).getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe(
      '/apps/a1/workqueues/run-3/compare/last-good',
    )
    within(card).getByRole('link', { name: 'Compare' }).focus()
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.textContent).toMatch(/^Run run-3/)
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft' })
    await screen.findByRole('dialog', { name: 'Run run-2' })
  })

  it('appears for the run that the pointer rests on, and goes with it', async () => {
    openGrid(noDetail)
    await grid()
    fireEvent.pointerOver(square('weigh, run-2: ended after a retry'))
    await screen.findByRole('dialog', { name: 'Run run-2' })
    fireEvent.pointerLeave(document.querySelector('.run-grid-frame')!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('live', () => {
  it('reads again soon after a run of the app has changed', async () => {
    let runs = [gridRun(1, 'ee')]
    const { reads, send } = openGrid({ PlanGrid: () => ({ planStats: gridOf({ runs }) }) })
    await grid()
    runs = [gridRun(2, 'sn', { status: 'started' }), gridRun(1, 'ee')]
    send('save', row(2))
    await screen.findByRole('gridcell', { name: 'load, run-2: started' }, { timeout: 5000 })
    expect(reads().length).toBeLessThanOrEqual(3)
  })

  it('follows the tasks of a run under way', async () => {
    const { open } = openGrid({
      PlanGrid: () => ({ planStats: gridOf({ runs: [gridRun(1, 'sn', { status: 'started' })] }) }),
    })
    await grid()
    await waitFor(() =>
      expect(open().map(({ name, variables }) => [name, variables['id']])).toContainEqual([
        'WorkqueueTasksLive',
        'run-1',
      ]),
    )
  })

  it('scrolls to a new run only where the newest one is in view', async () => {
    const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(700)
    const view = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
    onTestFinished(() => {
      width.mockRestore()
      view.mockRestore()
    })
    let count = 3
    const runs = () => Array.from({ length: count }, (_, index) => gridRun(count - index, 'ff'))
    const { send } = openGrid({ PlanGrid: () => ({ planStats: gridOf({ runs: runs() }) }) })
    const frame = (await grid()).parentElement!
    const expectRuns = () =>
      waitFor(() => expect(screen.getAllByRole('columnheader', { name: /^Run / })).toHaveLength(count), {
        timeout: 5000,
      })
    await expectRuns()
    // An effect scrolls, after the row is drawn.
    await vi.waitFor(() => expect(frame.scrollLeft).toBe(700))
    frame.scrollLeft = 60
    fireEvent.scroll(frame)
    count = 4
    send('status', row(4))
    await expectRuns()
    expect(frame.scrollLeft).toBe(60)
    frame.scrollLeft = 400
    fireEvent.scroll(frame)
    count = 5
    send('status', row(5))
    await expectRuns()
    await vi.waitFor(() => expect(frame.scrollLeft).toBe(700))
  })

  it('reads thousands of tasks at most every 30 seconds, the last change included', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const tasks = Array.from({ length: 1001 }, (_, index) => gridTask(`task ${index}`))
      const { reads, send } = openGrid({ PlanGrid: () => ({ planStats: gridOf({ tasks }) }) })
      await grid()
      await waitFor(() => expect(reads()).toHaveLength(2))
      send('status', row(3))
      await vi.advanceTimersByTimeAsync(15_000)
      expect(reads()).toHaveLength(2)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(reads()).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })
})
