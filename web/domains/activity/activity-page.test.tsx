import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import type { Answers } from '#tests/support/web-gateway.ts'
import { aboutOf, activityBed, receiptOf, recordOf, records } from '#web/ui/activity/test-bed.tsx'
import { ActivityPage } from './activity-page.tsx'

const user = userEvent.setup({ delay: null })
const receipt = recordOf('1', 'receipt.restart-tasks', {
  entity: 'r1',
  about: aboutOf('Nightly', { total: 3, done: 2, failed: 1, status: 'failed' }),
})
const looked = recordOf('2', 'app.reveal', {
  about: aboutOf('Billing'),
  detail: 'API_KEY',
  result: 'refused',
})

function show(at: string, answers: Answers = {}, features?: string[]) {
  const bed = activityBed(
    {
      Activity: () => records(receipt, looked),
      Receipt: () => receiptOf(),
      ...answers,
    },
    features,
  )
  const view = renderRoutes([{ path: '/dashboard/activity', element: <ActivityPage /> }], {
    at: `/dashboard/activity${at}`,
    client: bed.client,
  })
  const asked = () => bed.callsOf('Activity').at(-1)?.variables
  return { ...view, bed, asked }
}

it('tells runs of one name apart by their ids', async () => {
  const started = (id: string, entity: string) =>
    recordOf(id, 'workqueue.start', { entity, about: aboutOf('Nightly') })
  const skipped = recordOf('3', 'task.skip', { about: aboutOf('Pay', { run: 'Nightly', workqueueId: 'w3' }) })
  show('', { Activity: () => records(started('1', 'w1'), started('2', 'w2'), skipped) })
  for (const run of ['w1', 'w2', 'w3']) expect(await screen.findByTitle(run)).toBeTruthy()
})

it('says until when something was muted', async () => {
  const muted = (id: string, detail: string) =>
    recordOf(id, 'failure.mute', { detail, about: aboutOf('Card declined') })
  show('', { Activity: () => records(muted('1', 'change'), muted('2', '2026-11-22T20:46:19.851Z')) })
  expect(await screen.findByText(', until it changes')).toBeTruthy()
  expect(screen.getByText(/^, until .*\d\d:46$/)).toBeTruthy()
})

it('asks for what the address says, and its filters change the address', async () => {
  const { asked, address } = show('?actor=bo@northwind.example&done=control&within=w1&page=2')
  expect(await screen.findByText(/saw the secrets of the app/)).toBeTruthy()
  expect(asked()).toMatchObject({
    page: 2,
    actor: 'bo@northwind.example',
    action: ['task.complete', 'task.skip'],
    within: 'w1',
    from: null,
  })
  await user.click(screen.getByRole('button', { name: 'Last day' }))
  await user.click(screen.getByRole('switch', { name: 'Refused only' }))
  expect(address()).toBe(
    '/dashboard/activity?actor=bo%40northwind.example&done=control&within=w1&refused=true&last=day',
  )
  await waitFor(() => expect(asked()).toMatchObject({ page: 1, refused: true, from: expect.any(String) }))
  await user.click(screen.getByRole('button', { name: 'Not only of one entity' }))
  await waitFor(() => expect(asked()).toMatchObject({ within: null }))
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/dashboard/activity')
})

it('hides starts, in the address, where the platform can leave them out', async () => {
  const { asked, address } = show('?last=day', {}, ['audit', 'auditExcludes'])
  await user.click(await screen.findByRole('switch', { name: 'Hide starts' }))
  expect(address()).toBe('/dashboard/activity?starts=false&last=day')
  await waitFor(() => expect(asked()?.['action']).toContain('-workqueue.start'))
  await user.click(screen.getByRole('switch', { name: 'Hide starts' }))
  expect(address()).toBe('/dashboard/activity?last=day')
})

it('does not offer that on another platform', async () => {
  show('')
  await screen.findByText(/saw the secrets of the app/)
  expect(screen.queryByRole('switch', { name: 'Hide starts' })).toBeNull()
})

it('has one filter of time: dates are asked for beside the spans, and take their place', async () => {
  const { address } = show('?last=week')
  await screen.findByText(/saw the secrets of the app/)
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(pressed()).toEqual(['Last week'])
  expect(screen.queryByRole('button', { name: /^Time/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Dates' }))
  expect(pressed()).toEqual(['Dates'])
  // It opens by itself.
  expect(await screen.findByRole('dialog', { name: 'Time' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Any time' }))
  expect(pressed()).toEqual(['Any time'])
  expect(address()).toBe('/dashboard/activity')
})

it('opens a receipt from its row, and keeps the filters when it is closed', async () => {
  const { address } = show('?last=week')
  await user.click(await screen.findByRole('link', { name: '3 failed tasks of Nightly' }))
  expect(address()).toBe('/dashboard/activity?last=week&receipt=r1')
  const dialog = await screen.findByRole('dialog', { name: 'Receipt' }, { timeout: 10_000 })
  expect(await within(dialog).findByText('Restarted 2 of 3 tasks, 1 refused')).toBeTruthy()
  await user.click(within(dialog).getByText('Close'))
  expect(address()).toBe('/dashboard/activity?last=week')
})

it('reads the records of a fold when it is opened, and it stays open when a newer one joins them', async () => {
  const at = (minute: number) => `2026-11-22T14:0${minute}:00.000Z`
  const skip = (id: string, minute: number, over: object = {}) =>
    recordOf(id, 'task.skip', { at: at(minute), entity: id, about: aboutOf(`Shard ${id}`), ...over })
  const head = skip('d', 4, { folded: 250, since: at(1) })
  let lines = [looked, head]
  const { bed } = show('?within=w1', {
    Activity: ({ fold }) =>
      fold
        ? records(...lines)
        : records(skip('d', 4), skip('c', 3), skip('x', 2, { reason: 'Another' }), skip('b', 1)),
  })
  const fold = await screen.findByRole('button', { name: /^250 more of this kind, since 22 Nov/ })
  expect(bed.callsOf('Activity')).toHaveLength(1)
  await user.click(fold)
  expect(await screen.findByText(/Shard c/)).toBeTruthy()
  expect(bed.callsOf('Activity').find(({ variables }) => !variables['fold'])?.variables).toMatchObject({
    actor: 'ana@northwind.example',
    action: ['task.skip'],
    within: 'w1',
    from: at(1),
    to: at(4),
  })
  const shards = () =>
    screen.getAllByText(/Shard/).map(({ textContent }) => textContent.match(/Shard \w/)?.[0])
  expect(shards()).toEqual(['Shard d', 'Shard c', 'Shard b'])
  expect(screen.getByText('and 248 more')).toBeTruthy()
  lines = [looked, skip('e', 5, { folded: 251, since: at(1) })]
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  const grown = await screen.findByRole('button', { name: /^251 more of this kind/ })
  expect(grown.getAttribute('aria-expanded')).toBe('true')
  await user.click(grown)
  expect(shards()).toEqual(['Shard e'])
})

it('shows the first twenty records of a long fold, and the others when they are asked for', async () => {
  const at = (minute: number) => `2026-11-22T14:${String(minute).padStart(2, '0')}:00.000Z`
  const skip = (minute: number, over: object = {}) =>
    recordOf(`s${minute}`, 'task.skip', {
      at: at(minute),
      entity: `s${minute}`,
      about: aboutOf(`Shard ${minute}`),
      ...over,
    })
  const all = Array.from({ length: 30 }, (_, index) => skip(59 - index))
  show('', {
    Activity: ({ fold }) => (fold ? records(skip(59, { folded: 100, since: at(1) })) : records(...all)),
  })
  await user.click(await screen.findByRole('button', { name: /^100 more of this kind/ }))
  await screen.findByText(/Shard 58/)
  const shards = () => screen.getAllByText(/Shard/).length
  expect(shards()).toBe(21)
  expect(screen.queryByText('and 71 more')).toBeNull()
  await user.click(screen.getByRole('button', { name: '9 more' }))
  expect(shards()).toBe(30)
  expect(screen.getByText('and 71 more')).toBeTruthy()
})

it('has views: what was refused, and those that were saved', async () => {
  const capabilities = { __typename: 'Capabilities', version: '2', features: ['views'] }
  const restarts = {
    __typename: 'View',
    id: 'v1',
    name: 'Restarts',
    screen: 'activity',
    query: 'done=restart&last=day',
    columns: null,
    widths: null,
    sort: null,
    shared: true,
    editable: false,
    owner: null,
  }
  const { asked, address } = show('', {
    Capabilities: () => ({ capabilities }),
    Views: () => ({ views: [restarts] }),
  })
  await user.click(await screen.findByRole('link', { name: /^Refused/ }))
  expect(address()).toBe('/dashboard/activity?refused=true&view=refused')
  await waitFor(() => expect(asked()).toMatchObject({ refused: true }))
  await user.click(screen.getByRole('link', { name: /^Restarts/ }))
  expect(address()).toBe('/dashboard/activity?done=restart&last=day&view=v1')
})
