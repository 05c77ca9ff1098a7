import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { useState } from 'react'
import { Client, fetchExchange } from 'urql'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes, signedInView } from '#tests/support/render.tsx'
import { preferences } from '#web/lib/settings/preferences.ts'
import { createSession } from '#web/lib/session.ts'
import { PaletteHost } from './palette-host.tsx'

// The styles of each element and its ancestors, which decide this, take most of the time of a query by role.
configure({ defaultHidden: true })
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

afterEach(() => {
  preferences.forget()
  localStorage.clear()
})

type Answers = Record<string, (variables: Record<string, unknown>) => unknown>

const hit = (kind: string, id: string, name: string, rest: object = {}) => ({
  kind,
  id,
  name,
  appId: null,
  sentence: null,
  status: null,
  since: null,
  parentId: null,
  ...rest,
})
const nightly = hit('runs', 'r1', 'Nightly invoice run', {
  appId: 'a1',
  status: 'failed',
  since: new Date(2026, 2, 1, 12, 3).toISOString(),
  sentence: 'Charge cards US failed',
})
const lists = {
  plans: { rows: [{ id: 'p1', name: 'Nightly invoice' }] },
  workers: null,
  teams: null,
  clusters: null,
}

const standard: Answers = {
  AppNames: () => ({
    apps: [
      { id: 'a1', name: 'Billing' },
      { id: 'a2', name: 'Shop' },
    ],
  }),
  PaletteNames: ({ all }) => ({
    scripts: { rows: [{ id: 's1', name: 'Nightly cleanup' }] },
    ...(all ? lists : {}),
  }),
  PaletteSearch: () => ({
    search: [
      { kind: 'runs', more: 12, exact: true, hits: [nightly] },
      { kind: 'plans', more: 0, exact: true, hits: [hit('plans', 'p1', 'Nightly invoice')] },
      { kind: 'moons', more: 0, exact: true, hits: [hit('moons', 'm1', 'Nightly')] },
    ],
  }),
  PaletteAttention: () => ({ attention: { items: [] } }),
  PaletteFailedRuns: () => ({ workqueues: { total: 0, rows: [] } }),
}

async function open({ at = '/apps/a1/workqueues', features = ['search'], answers = {} as Answers } = {}) {
  const { fetch, calls } = fakeGateway(async (_method, path, body) => {
    if (path !== '/graphql') return { body: signedInView }
    const { operationName, variables } = body as { operationName: string; variables: Record<string, unknown> }
    if (operationName === 'Capabilities')
      return { body: { data: { capabilities: { version: '1', features } } } }
    const data = await { ...standard, ...answers }[operationName]?.(variables)
    return { body: data ? { data } : { errors: [{ message: 'The platform is away' }] } }
  })
  vi.stubGlobal('fetch', fetch)
  const session = createSession({ to: vi.fn(), reload: vi.fn() })
  await act(() => session.check())
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  const [onClose, onKeys] = [vi.fn(), vi.fn()]
  function Host() {
    const [isOpen, setOpen] = useState(true)
    onClose.mockImplementation(() => setOpen(false))
    return <PaletteHost open={isOpen} onClose={onClose} onKeys={onKeys} />
  }
  const host = <Host />
  const view = renderRoutes(
    [
      { path: '/apps/:id/*', element: host },
      { path: '*', element: host },
    ],
    { at, session, client },
  )
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' })
  const asked = () => calls.map(({ body }) => (body as { operationName?: string } | undefined)?.operationName)
  return { ...view, field, asked, onClose, onKeys }
}

const names = () => screen.queryAllByRole('option').map((option) => option.getAttribute('aria-label'))
const selected = () =>
  screen
    .queryAllByRole('option')
    .find((option) => option.getAttribute('aria-selected') === 'true')
    ?.getAttribute('aria-label')

it('finds actions first, then hits with what they are and why; opens the selected one', async () => {
  let answer: (data: unknown) => void = () => undefined
  const later = new Promise((resolve) => (answer = resolve))
  const { field, address, onClose } = await open({ answers: { PaletteNames: () => later } })
  await user.type(field, 'night')
  await screen.findByRole('option', { name: /^Nightly invoice run/ })
  await screen.findByRole('option', { name: /^12 more/ })
  answer(standard['PaletteNames']!({}))
  await screen.findByRole('option', { name: /^Nightly cleanup/ })
  expect(names()).toEqual([
    'Run plan Nightly invoice…, action, asks for the app and the initial state',
    'Nightly invoice run, r1, workqueue, failed 1 Mar, 12:03, Billing · Charge cards US failed',
    '12 more workqueues, workqueue, in Billing',
    'Nightly invoice, plan',
    'Nightly cleanup, script',
  ])
  await user.keyboard('{ArrowDown}')
  const chosen = screen.getByRole('option', { name: /^Nightly invoice run/ })
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(chosen.id))
  await user.keyboard('{Enter}')
  expect(address()).toBe('/apps/a1/workqueues/r1')
  expect(onClose).toHaveBeenCalled()
})

it('moves nothing under the selection when the answer comes late', async () => {
  let answer: (data: unknown) => void = () => undefined
  const late = new Promise((resolve) => (answer = resolve))
  const { field } = await open({ answers: { PaletteSearch: () => late } })
  await user.type(field, 's')
  await screen.findByRole('option', { name: /^Shop/ })
  for (let step = 0; step < 30 && !selected()?.startsWith('Shop'); step++) await user.keyboard('{ArrowDown}')
  const before = names()
  const place = before.findIndex((name) => name?.startsWith('Shop'))
  answer({
    search: [{ kind: 'runs', more: 0, exact: true, hits: [hit('runs', 'r9', 'Sales', { appId: 'a2' })] }],
  })
  await screen.findByRole('option', { name: /^Sales/ })
  expect(names().slice(0, place + 1)).toEqual(before.slice(0, place + 1))
  expect(selected()).toMatch(/^Shop/)
})

it('has each group once, and selects the first until the user has moved', async () => {
  let answer: (data: unknown) => void = () => undefined
  const later = new Promise((resolve) => (answer = resolve))
  const { field } = await open({ answers: { PaletteSearch: () => later } })
  await user.type(field, 'shop')
  await screen.findByRole('option', { name: /^Shop, app/ })
  expect(selected()).toMatch(/^Shop, app/)
  answer({
    search: [
      { kind: 'runs', more: 79, exact: true, hits: [hit('runs', 'r9', 'Shop', { appId: 'a2' })] },
      { kind: 'plans', more: 0, exact: true, hits: [hit('plans', 'p9', 'Shopping')] },
    ],
  })
  await screen.findByRole('option', { name: /^Shopping/ })
  expect(names()).toEqual([
    'Run plan Shopping…, action, asks for the app and the initial state',
    'Shop, r9, workqueue, Shop',
    '79 more workqueues, workqueue, in Billing',
    'Shopping, plan',
    'Shop, app',
  ])
  expect(selected()).toMatch(/^Run plan Shopping/)
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Do',
    'Workqueues',
    'Plans',
    'Apps',
  ])
})

it('says that nothing is found, and that the search failed with what is known', async () => {
  const { field } = await open({ answers: { PaletteSearch: () => ({ search: [] }) } })
  await user.type(field, 'zzqq')
  expect(await screen.findAllByText('Nothing is called “zzqq”', { exact: false })).not.toHaveLength(0)
})

it('keeps what this page knows when the search fails', async () => {
  const { field } = await open({ answers: { PaletteSearch: () => null } })
  await user.type(field, 'shop')
  expect(await screen.findByText(/The search failed: The platform is away/)).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Shop, app/ })).toBeTruthy()
})

it('searches short lists on a platform without a search, and makes no call that it lacks', async () => {
  const { field, asked } = await open({ features: [] })
  await user.type(field, 'nightly')
  expect(await screen.findByRole('option', { name: /^Nightly invoice, plan/ })).toBeTruthy()
  expect(asked()).not.toContain('PaletteSearch')
  expect(asked()).not.toContain('PaletteAttention')
})

it('asks before it restarts, and says how many', async () => {
  const run = { id: 'r1', name: 'Nightly', status: 'failed', taskCounts: { failed: 2, ended: 1 } }
  const { field } = await open({
    at: '/apps/a1/workqueues/r1',
    answers: { PaletteRun: () => ({ workqueue: run }), PaletteSearch: () => ({ search: [] }) },
  })
  await user.type(field, 're run')
  await screen.findByRole('option', {
    name: /^Re Run failed tasks of this workqueue…, action, Nightly, 2 failed tasks/,
  })
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Re Run failed tasks' })
  expect(within(dialog).getByRole('button', { name: 'Re Run 2 failed tasks' })).toBeTruthy()
})

it('opens with the last places, and Tab looks in this app only', async () => {
  const place = { to: '/plans/p1', name: 'Nightly invoice' }
  const run = { to: '/apps/a1/workqueues/65f0c2a177ea3e?task=t1', name: 'Nightly run' }
  const deployed = { to: '/clusters/c1/deployment/d1', name: 'default' }
  localStorage.setItem('workforce-console.recent:u1 n', JSON.stringify([place, run, deployed, 'broken']))
  const asked: unknown[] = []
  const { field } = await open({
    answers: { PaletteSearch: ({ appId }) => (asked.push(appId), { search: [] }) },
  })
  expect(await screen.findByRole('option', { name: 'Nightly invoice, plan' })).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Nightly run, …77ea3e, workqueue/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: 'default, deployment' })).toBeTruthy()
  await user.type(field, 'x')
  await waitFor(() => expect(asked).toEqual([null]))
  await user.keyboard('{Tab}')
  await waitFor(() => expect(asked).toEqual([null, 'a1']))
})

it('shows a queue that no worker polls and its deployment as one item', async () => {
  const queue = { type: 'task.load', alias: 'default' }
  const none = {
    appId: null,
    workqueueId: null,
    taskId: null,
    groupId: null,
    workerId: null,
    clusterId: 'c1',
    deploymentId: 'd1',
    ruleId: null,
    scheduleId: null,
  }
  const item = (id: string, kind: string, sentence: string) => ({
    id,
    kind,
    sentence,
    since: '2026-03-01T10:00:00.000Z',
    mutedUntil: null,
    links: { ...none, ...queue },
  })
  const items = [
    item('i1', 'deploymentIdle', 'Deployment default does not poll'),
    item('i2', 'queueNobody', 'No worker polls task.load'),
  ]
  await open({ features: ['attention'], answers: { PaletteAttention: () => ({ attention: { items } }) } })
  await waitFor(() => expect(names().filter((name) => name?.includes('poll'))).toHaveLength(1))
  expect(names().join()).toContain('No worker polls task.load')
})

it('changes the theme at once', async () => {
  const { field } = await open({ answers: { PaletteSearch: () => ({ search: [] }) } })
  await user.type(field, 'dark')
  await screen.findByRole('option', { name: /^Theme: Dark/ })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(preferences.get().theme).toBe('dark'))
})
