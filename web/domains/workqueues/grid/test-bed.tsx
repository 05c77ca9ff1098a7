import { ChakraProvider } from '@chakra-ui/react'
import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { Provider } from 'urql'
import { system } from '#web/app/theme/system.ts'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { SessionProvider } from '#web/lib/session-context.tsx'
import { createSession } from '#web/lib/session.ts'
import { Toaster } from '#web/ui/feedback/toast.tsx'
import type { Answers } from '#tests/support/web-gateway.ts'
import { createBed, withFeatures } from '../test-bed.tsx'
import { WorkqueueGridPage } from '../workqueue-grid-page.tsx'
import type { GridRun, PlanGrid } from './operations.ts'

/** A run of the grid; the higher its number, the newer. */
export const gridRun = (number: number, marks: string, over: Partial<GridRun> = {}) => ({
  __typename: 'PlanStatsRun' as const,
  id: `run-${number}`,
  status: marks.includes('f') ? 'failed' : 'completed',
  created: new Date(2026, 2, 1, 10, number).toISOString(),
  started: new Date(2026, 2, 1, 10, number).toISOString(),
  activeMs: 1000 * number,
  activeSince: null,
  marks,
  queuedOn: {},
  ...over,
})

/** A task of the grid. */
export const gridTask = (name: string, over: Partial<PlanGrid['tasks'][number]> = {}) => ({
  __typename: 'PlanTaskStats' as const,
  name,
  type: 'task.rail.loader',
  alias: 'default',
  depth: 0,
  group: null,
  successRate: 1,
  p95Ms: 1200,
  ranMs: [5, 3],
  ...over,
})

/** What a gateway answers about a plan: three runs, newest first, of two tasks. */
export const gridOf = (over: object = {}) => ({
  __typename: 'PlanStats',
  plan: { __typename: 'PlanOfStats', id: 'p1', name: 'Nightly' },
  runs: [gridRun(3, 'fn'), gridRun(2, 'ft'), gridRun(1, 'ee')],
  tasks: [gridTask('load', { successRate: 0.5 }), gridTask('weigh')],
  groups: [] as object[],
  earlier: { __typename: 'RunOutcomes', completed: 49, finished: 50 },
  expected: { __typename: 'UsualDuration', medianMs: 1500, p90Ms: 2500 },
  ...over,
})

const plans = [
  { __typename: 'RanPlan', id: 'p1', name: 'Nightly', lastFailed: null },
  { __typename: 'RanPlan', id: 'p2', name: 'Refunds', lastFailed: null },
]

/** The page at an address of the grid, with a platform that has statistics. */
export function openGrid(answers: Answers = {}, query = '', features = ['stats']) {
  const bed = createBed({
    ...withFeatures(...features),
    RanPlans: () => ({ ranPlans: plans }),
    PlanGrid: () => ({ planStats: gridOf() }),
    ...answers,
  })
  const routes = [
    { path: '/apps/:id/grid', element: <WorkqueueGridPage /> },
    { path: '*', element: <p>elsewhere</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [`/apps/a1/grid${query}`] })
  const app = { id: 'a1', name: 'Billing', description: '', version: 1 }
  render(
    <ChakraProvider value={system}>
      <Provider value={bed.client}>
        <SessionProvider session={createSession()}>
          <CurrentAppProvider app={app}>
            <RouterProvider router={router} />
            <Toaster />
          </CurrentAppProvider>
        </SessionProvider>
      </Provider>
    </ChakraProvider>,
  )
  const address = () => router.state.location.pathname + router.state.location.search
  const reads = () => bed.calls.filter(({ name }) => name === 'PlanGrid').map(({ variables }) => variables)
  return { ...bed, address, reads }
}
