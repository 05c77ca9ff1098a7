import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { AppListPage } from './app-list-page.tsx'

const app = (id: string, name: string) => ({ __typename: 'App', id, name, description: 'Trains', version: 1 })
const stats = (appId: string, over: object = {}) => ({
  __typename: 'AppStats',
  appId,
  running: 0,
  failed: 0,
  completed: 0,
  cancelled: 0,
  oldestQueued: null,
  ...over,
})

function open(features: string[], answer: () => object = () => ({ appStats: [stats('a1')] })) {
  const gateway = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features } }),
    AppList: () => ({ apps: [app('a1', 'Billing'), app('a2', 'Depot')] }),
    AppHealth: answer,
  })
  renderRoutes([{ path: '/apps', Component: AppListPage }], { at: '/apps', client: gateway.client })
  const reads = () => gateway.calls.filter(({ name }) => name === 'AppHealth')
  return { reads }
}

const card = async (name: string) => within((await screen.findByRole('heading', { name })).closest('li')!)

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 2, 1, 14, 6, 10) }))
afterEach(() => vi.useRealTimers())

it('shows what failed, runs and waits in each app, and leads to it', async () => {
  const oldestQueued = new Date(Date.now() - 432_000).toISOString()
  const { reads } = open(['stats'], () => ({
    appStats: [stats('a1', { failed: 4, running: 9, completed: 320, oldestQueued })],
  }))
  const billing = await card('Billing')
  expect((await billing.findByRole('link', { name: '4 failed' })).getAttribute('href')).toBe(
    '/apps/a1/workqueues?status=failed&children=all',
  )
  expect(billing.getByRole('link', { name: '9 running' }).getAttribute('href')).toBe(
    '/apps/a1/workqueues?status=notstarted,started&children=all',
  )
  billing.getByText('waits 7 m 12 s')
  billing.getByRole('img', { name: '320 completed, 4 failed, 9 running' })
  expect(billing.getByRole('link', { name: /^Billing/ }).getAttribute('href')).toBe('/apps/a1/workqueues')
  expect(reads().map(({ variables }) => variables)).toEqual([{ hours: 24 }])
})

it('an app without runs says so, one that the platform does not tell of shows nothing', async () => {
  open(['stats'])
  const billing = await card('Billing')
  await billing.findByText('none failed')
  billing.getByRole('img', { name: 'No run in the last 24 h' })
  expect((await card('Depot')).queryByText('none failed')).toBeNull()
})

it('is read again every 15 seconds, and says since when it is old', async () => {
  let down = false
  const { reads } = open(['stats'], () =>
    down ? { errors: [{ message: 'no answer' }] } : { appStats: [stats('a1')] },
  )
  await screen.findByText(/^read 14:06:/)
  down = true
  await vi.advanceTimersByTimeAsync(15_000)
  await screen.findByText(/^stale, read 14:06:1/)
  expect((await card('Billing')).getByText('none failed')).toBeTruthy()
  down = false
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
  await waitFor(() => expect(screen.queryByText(/stale/)).toBeNull())
  expect(reads()).toHaveLength(3)
})

it('asks for nothing on a platform without statistics', async () => {
  const { reads } = open([])
  await screen.findByRole('link', { name: /Billing/ })
  expect(reads()).toEqual([])
  expect(screen.queryByText('none failed')).toBeNull()
})
