import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { preferences } from '#web/lib/settings/preferences.ts'
import { READ_MS } from './palette.tsx'
import {
  openPalette,
  optionNames,
  paletteAnswers,
  paletteHit,
  paletteUser,
  selectedOption,
} from './test-bed.tsx'

afterEach(() => {
  preferences.forget()
  localStorage.clear()
})

it('finds actions first, then hits with what they are and why; opens the selected one', async () => {
  let answer: (data: unknown) => void = () => undefined
  const later = new Promise((resolve) => (answer = resolve))
  const { field, address, onClose } = await openPalette({ answers: { PaletteNames: () => later } })
  await paletteUser.type(field, 'night')
  await screen.findByRole('option', { name: /^Nightly invoice run/ })
  await screen.findByRole('option', { name: /^12 more/ })
  answer(paletteAnswers['PaletteNames']!({}))
  await screen.findByRole('option', { name: /^Nightly cleanup/ })
  expect(optionNames()).toEqual([
    'Run plan Nightly invoice…, action, asks for the app and the initial state',
    'Nightly invoice run, r1, workqueue, failed 1 Mar, 12:03, Billing · Charge cards US failed',
    '12 more workqueues, workqueue, in Billing',
    'Nightly invoice, plan',
    'Nightly cleanup, script',
  ])
  await paletteUser.keyboard('{ArrowDown}')
  const chosen = screen.getByRole('option', { name: /^Nightly invoice run/ })
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(chosen.id))
  await paletteUser.keyboard('{Enter}')
  expect(address()).toBe('/apps/a1/workqueues/r1')
  expect(onClose).toHaveBeenCalled()
})

it('moves nothing under the selection when the answer comes late', async () => {
  let answer: (data: unknown) => void = () => undefined
  const late = new Promise((resolve) => (answer = resolve))
  const { field } = await openPalette({ answers: { PaletteSearch: () => late } })
  await paletteUser.type(field, 's')
  await screen.findByRole('option', { name: /^Shop/ })
  for (let step = 0; step < 30 && !selectedOption()?.startsWith('Shop'); step++)
    await paletteUser.keyboard('{ArrowDown}')
  const before = optionNames()
  const place = before.findIndex((name) => name?.startsWith('Shop'))
  answer({
    search: [
      {
        kind: 'runs',
        more: 0,
        exact: true,
        search: null,
        hits: [paletteHit('runs', 'r9', 'Sales', { appId: 'a2' })],
      },
    ],
  })
  await screen.findByRole('option', { name: /^Sales/ })
  expect(optionNames().slice(0, place + 1)).toEqual(before.slice(0, place + 1))
  expect(selectedOption()).toMatch(/^Shop/)
})

/** Makes the time in which a hit is read pass at once, or never. */
function readHits(isRead: boolean): void {
  const wait = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) => {
    if (ms !== READ_MS) return wait(act, ms)
    return isRead ? wait(act) : wait(() => undefined)
  }) as typeof setTimeout)
}

it('keeps the first hit selected that a user can have read, when the answer comes late', async () => {
  readHits(true)
  let answer: (data: unknown) => void = () => undefined
  const late = new Promise((resolve) => (answer = resolve))
  const { field } = await openPalette({ answers: { PaletteSearch: () => late } })
  await paletteUser.type(field, 'shop')
  await screen.findByRole('option', { name: /^Shop, app/ })
  await new Promise((resolve) => setTimeout(resolve))
  const hits = [paletteHit('runs', 'r9', 'Shop', { appId: 'a2' })]
  answer({ search: [{ kind: 'runs', more: 0, exact: true, search: null, hits }] })
  await screen.findByRole('option', { name: /^Shop, r9/ })
  expect(optionNames()).toEqual(['Shop, app', 'Shop, r9, workqueue, Shop'])
  expect(selectedOption()).toMatch(/^Shop, app/)
})

it('has each group once, and selects the first until the user has read it or moved', async () => {
  readHits(false)
  let answer: (data: unknown) => void = () => undefined
  const later = new Promise((resolve) => (answer = resolve))
  const { field } = await openPalette({ answers: { PaletteSearch: () => later } })
  await paletteUser.type(field, 'shop')
  await screen.findByRole('option', { name: /^Shop, app/ })
  expect(selectedOption()).toMatch(/^Shop, app/)
  answer({
    search: [
      {
        kind: 'runs',
        more: 79,
        exact: true,
        search: null,
        hits: [paletteHit('runs', 'r9', 'Shop', { appId: 'a2' })],
      },
      { kind: 'plans', more: 0, exact: true, search: null, hits: [paletteHit('plans', 'p9', 'Shopping')] },
    ],
  })
  await screen.findByRole('option', { name: /^Shopping/ })
  expect(optionNames()).toEqual([
    'Run plan Shopping…, action, asks for the app and the initial state',
    'Shop, r9, workqueue, Shop',
    '79 more workqueues, workqueue, in Billing',
    'Shopping, plan',
    'Shop, app',
  ])
  expect(selectedOption()).toMatch(/^Run plan Shopping/)
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Do',
    'Workqueues',
    'Plans',
    'Apps',
  ])
})

it('says by which value workqueues were found, and leads to all of them', async () => {
  const hits = [paletteHit('runs', 'r9', 'Nightly', { appId: 'a2' })]
  const group = { kind: 'runs', more: 5, exact: true, search: 'tenant=umbrella', hits }
  const { field, address } = await openPalette({ answers: { PaletteSearch: () => ({ search: [group] }) } })
  await paletteUser.type(field, 'umbrella')
  await screen.findByRole('option', { name: /^Nightly, r9, workqueue, tenant=umbrella · Shop/ })
  await paletteUser.click(screen.getByRole('option', { name: /^5 more workqueues/ }))
  expect(address()).toMatch(/\/workqueues\?search=tenant%3Dumbrella$/)
})

it('says that nothing is found, and that the search failed with what is known', async () => {
  const { field } = await openPalette({ answers: { PaletteSearch: () => ({ search: [] }) } })
  await paletteUser.type(field, 'zzqq')
  expect(await screen.findAllByText('Nothing is called “zzqq”', { exact: false })).not.toHaveLength(0)
})

it('keeps what this page knows when the search fails', async () => {
  const { field } = await openPalette({ answers: { PaletteSearch: () => null } })
  await paletteUser.type(field, 'shop')
  expect(await screen.findByText(/The search failed: The platform is away/)).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Shop, app/ })).toBeTruthy()
})

it('searches short lists on a platform without a search, and makes no call that it lacks', async () => {
  const { field, asked } = await openPalette({ features: [] })
  await paletteUser.type(field, 'nightly')
  expect(await screen.findByRole('option', { name: /^Nightly invoice, plan/ })).toBeTruthy()
  expect(asked()).not.toContain('PaletteSearch')
  expect(asked()).not.toContain('PaletteAttention')
})

it('asks before it restarts, and says how many', async () => {
  const run = { id: 'r1', name: 'Nightly', status: 'failed', taskCounts: { failed: 2, ended: 1 } }
  const { field } = await openPalette({
    at: '/apps/a1/workqueues/r1',
    answers: { PaletteRun: () => ({ workqueue: run }), PaletteSearch: () => ({ search: [] }) },
  })
  await paletteUser.type(field, 're run')
  await screen.findByRole('option', {
    name: /^Re Run failed tasks of this workqueue…, action, Nightly, 2 failed tasks/,
  })
  await paletteUser.keyboard('{Enter}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Re Run failed tasks' })
  expect(within(dialog).getByRole('button', { name: 'Re Run 2 failed tasks' })).toBeTruthy()
})

it('opens with the last places, and Tab looks in this app only', async () => {
  const place = { to: '/plans/p1', name: 'Nightly invoice' }
  const run = { to: '/apps/a1/workqueues/65f0c2a177ea3e?task=t1', name: 'Nightly run' }
  const deployed = { to: '/clusters/c1/deployment/d1', name: 'default' }
  localStorage.setItem('workforce-console.recent:u1 n', JSON.stringify([place, run, deployed, 'broken']))
  const asked: unknown[] = []
  const { field } = await openPalette({
    answers: { PaletteSearch: ({ appId }) => (asked.push(appId), { search: [] }) },
  })
  expect(await screen.findByRole('option', { name: 'Nightly invoice, plan' })).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Nightly run, …77ea3e, workqueue/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: 'default, deployment' })).toBeTruthy()
  await paletteUser.type(field, 'x')
  await waitFor(() => expect(asked).toEqual([null]))
  await paletteUser.keyboard('{Tab}')
  await waitFor(() => expect(asked).toEqual([null, 'a1']))
})

const itemQueue = { type: 'task.load', alias: 'default' }
const noLinks = {
  appId: null,
  workqueueId: null,
  taskId: null,
  groupId: null,
  workerId: null,
  clusterId: 'c1',
  deploymentId: 'd1',
  planId: null,
  ruleId: null,
  scheduleId: null,
}
const attentionItem = (id: string, kind: string, sentence: string, type = itemQueue.type) => ({
  id,
  kind,
  sentence,
  since: '2026-03-01T10:00:00.000Z',
  mutedUntil: null,
  late: null,
  links: { ...noLinks, ...itemQueue, type },
})

it('shows a queue that no worker polls and its deployment as one item', async () => {
  const items = [
    attentionItem('i1', 'deploymentIdle', 'Deployment default does not poll'),
    attentionItem('i2', 'queueNobody', 'No worker polls task.load'),
  ]
  await openPalette({
    features: ['attention'],
    answers: { PaletteAttention: () => ({ attention: { items } }) },
  })
  await waitFor(() => expect(optionNames().filter((name) => name?.includes('poll'))).toHaveLength(1))
  expect(optionNames().join()).toContain('No worker polls task.load')
})

it.each([
  [3, []],
  [5, ['2 more, screen']],
])('without words it counts what needs attention beyond the first three: of %d', async (count, more) => {
  const items = Array.from({ length: count }, (_, place) =>
    attentionItem(`i${place}`, 'queueNobody', `Nobody polls task.load${place}`, `task.load${place}`),
  )
  const { address } = await openPalette({
    features: ['attention'],
    answers: { PaletteAttention: () => ({ attention: { items } }) },
  })
  await screen.findByRole('option', { name: /^Nobody polls task.load0/ })
  expect(optionNames().filter((name) => name?.includes('Nobody polls'))).toHaveLength(3)
  expect(optionNames().filter((name) => name?.includes('more'))).toEqual(more)
  if (more.length === 0) return
  await paletteUser.click(screen.getByRole('option', { name: more[0]! }))
  expect(address()).toBe('/dashboard/attention')
})

it('names each place once, tells a comparison from its run, and forgets where one signs in', async () => {
  const run = '/apps/a1/workqueues/65f0c2a177ea3e'
  const places = [
    { to: '/login?redirectTo=%2Fapps', name: 'Sign In' },
    { to: '/plans/p1', name: 'Nightly' },
    { to: '/plans/p2', name: 'Nightly' },
    { to: run, name: 'Nightly run' },
    { to: `${run}/compare/65f0c2a177ea3f`, name: 'Nightly run' },
  ]
  localStorage.setItem('workforce-console.recent:u1 n', JSON.stringify(places))
  await openPalette()
  await screen.findByRole('option', { name: 'Nightly, plan' })
  await screen.findByRole('option', { name: 'Nightly run, …77ea3e, workqueue, Billing' })
  expect(optionNames()).toEqual([
    'Nightly, plan',
    'Nightly run, …77ea3e, workqueue, Billing',
    'Nightly run, …77ea3e, workqueue, compared with …77ea3f · Billing',
  ])
})

it('offers what has a similar name where nothing has the words', async () => {
  const { field } = await openPalette({ answers: { PaletteSearch: () => ({ search: [] }) } })
  await paletteUser.type(field, 'nigthly invoise')
  await screen.findByRole('option', { name: 'Nightly invoice, plan' })
  expect(screen.getByText('Similar names:')).toBeTruthy()
  expect(optionNames()).toEqual(['Nightly invoice, plan'])
})

it('lets the keyboard of a phone go when the list is scrolled', async () => {
  const { field } = await openPalette()
  field.focus()
  fireEvent.touchMove(screen.getByRole('listbox'))
  expect(document.activeElement).not.toBe(field)
})

it('changes the theme at once', async () => {
  const { field } = await openPalette({ answers: { PaletteSearch: () => ({ search: [] }) } })
  await paletteUser.type(field, 'dark')
  await screen.findByRole('option', { name: /^Theme: Dark/ })
  await paletteUser.keyboard('{Enter}')
  await waitFor(() => expect(preferences.get().theme).toBe('dark'))
})
