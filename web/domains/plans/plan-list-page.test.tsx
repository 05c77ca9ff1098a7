import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { toaster } from '#web/ui/feedback/toast.tsx'
import { PlanListPage } from './plan-list-page.tsx'

afterEach(() => toaster.remove())

const user = userEvent.setup({ delay: null })
const plan = {
  __typename: 'Plan',
  id: 'p1',
  name: 'Nightly',
  description: 'Prices the usage',
  updated: '2026-11-22T14:02:00.000Z',
  updatedBy: 'ana@northwind.example',
}
const health = {
  __typename: 'PlanHealth',
  id: 'p1',
  medianMs: null,
  p90Ms: null,
  next: new Date(Date.now() + 3 * 3_600_000 + 60_000).toISOString(),
  runs: [],
}

function show(at = '/plans', answers: Answers = {}, features = ['stats', 'schedules', 'listSearch']) {
  const bed = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '2', features } }),
    PlanList: () => ({ plans: { __typename: 'PlanPage', total: 1, rows: [plan] } }),
    PlanHealth: () => ({ planHealth: [health] }),
    ...answers,
  })
  const view = renderRoutes([{ path: '/plans', element: <PlanListPage /> }], { at, client: bed.client })
  return { ...view, bed }
}

const nightly = () => screen.findByRole('row', { name: /Nightly/ })

it('says of each plan who saved it, how it ran and when it runs next', async () => {
  show()
  expect(await within(await nightly()).findByText('has not run yet')).toBeTruthy()
  expect(screen.getByText('by ana')).toBeTruthy()
  expect(within(await nightly()).getByText('in 3 hours')).toBeTruthy()
})

it('says so where the runs cannot be read, and has no next run without schedules', async () => {
  show('/plans', { PlanHealth: () => ({ errors: [{ message: 'away' }] }) }, ['stats'])
  expect((await within(await nightly()).findAllByText('not read')).length).toBe(2)
  expect(screen.queryByText('Next run')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

it('is searched by words, which are in the address', async () => {
  const { bed, address } = show('/plans?page=2', {
    PlanList: ({ search }) => ({
      plans: { __typename: 'PlanPage', total: search ? 0 : 1, rows: search ? [] : [plan] },
    }),
  })
  await nightly()
  await user.keyboard('/')
  await user.keyboard('refund')
  expect(await screen.findByText('No plan matches refund')).toBeTruthy()
  expect(address()).toBe('/plans?search=refund')
  expect(bed.callsOf('PlanList').at(-1)?.variables).toMatchObject({ page: 1, search: 'refund' })
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await nightly()
  await waitFor(() => expect(address()).toBe('/plans'))
})
