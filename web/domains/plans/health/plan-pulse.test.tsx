import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { PlanPulse } from './plan-pulse.tsx'

/** The health of a plan whose last run began a minute ago. */
function show(status: string, p90Ms: number | null) {
  const created = new Date(Date.now() - 60_000).toISOString()
  const run = { __typename: 'PlanRun', id: 'r1', appId: 'a1', status, created, ended: null }
  const health = { __typename: 'PlanHealth', id: 'p1', medianMs: 1_000, p90Ms, next: null, runs: [run] }
  const features = ['stats']
  const bed = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '2', features } }),
    PlanHealth: () => ({ planHealth: [health] }),
  })
  renderRoutes([{ path: '/', element: <PlanPulse planId="p1" /> }], { at: '/', client: bed.client })
  return screen.findByRole('link', { name: `${status} 1 minute ago` })
}

it.each([
  ['started', 50_000, true],
  ['started', 70_000, false],
  ['started', null, false],
  ['failed', 50_000, false],
])(
  'says whether the last run goes on for longer than usual: %s, 9 of 10 within %s ms',
  async (status, p90, late) => {
    await show(status, p90)
    expect(screen.queryByText(', longer than usual') !== null).toBe(late)
  },
)

it('tells the last run first, and what each fact is about', async () => {
  await show('started', 50_000)
  expect(document.body.textContent).toMatch(
    /Last runstarted 1 minute ago, longer than usual.*Durationusually 1 s, 9 of 10 within 50 sGrid$/,
  )
})
