import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { cacheExchange, Client, fetchExchange } from 'urql'
import { expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { usePlanStats, type RunOfPlan } from './use-plan-stats.ts'

interface Request {
  operationName: string
  variables: { before?: string }
}

const statsBefore = (lastGood: string | null, over: object = {}) => ({
  __typename: 'PlanStats',
  tasks: [{ __typename: 'PlanTaskStats', name: 'load', successRate: 1, medianMs: 900, p95Ms: 1200 }],
  expected: { __typename: 'UsualDuration', medianMs: 5000, p90Ms: 7000 },
  lastGood: lastGood && { __typename: 'LastGoodRun', id: lastGood, started: null },
  ...over,
})

/** Two components that show the same run, and a button for each run. */
function open(runs: (RunOfPlan | null)[], answer: (before?: string) => object, features = ['stats']) {
  const { calls, fetch } = fakeGateway((_method, _path, body) => {
    const { operationName, variables } = body as Request
    const capabilities = { __typename: 'Capabilities', version: '1', features }
    const planStats = operationName === 'PlanStats' ? answer(variables.before) : undefined
    return { body: { data: { capabilities, planStats } } }
  })
  const exchanges = [cacheExchange, fetchExchange]
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges })
  function Shown({ run }: { run: RunOfPlan | null }) {
    const stats = usePlanStats(run)
    const { usual, expected, lastGood } = stats ?? {}
    return <p>{stats ? `${usual?.get('load')?.p95Ms} ${expected?.p90Ms} ${lastGood?.id}` : 'nothing'}</p>
  }
  function Page() {
    const [run, setRun] = useState(runs[0] ?? null)
    const button = (each: RunOfPlan | null) => <button onClick={() => setRun(each)}>{each?.id}</button>
    return (
      <>
        <Shown run={run} />
        <Shown run={run} />
        {runs.map((each, index) => (
          <div key={index}>{button(each)}</div>
        ))}
      </>
    )
  }
  renderRoutes([{ path: '/', Component: Page }], { client })
  const reads = () =>
    calls.map(({ body }) => body as Request).filter((call) => call.operationName === 'PlanStats')
  return { reads }
}

const w1 = { id: 'w1', appId: 'a1', planId: 'p1' }

it('reads the statistics of a plan once for all that show the run', async () => {
  const { reads } = open([w1], () => statsBefore('w0'))
  expect(await screen.findAllByText('1200 7000 w0')).toHaveLength(2)
  expect(reads().map(({ variables }) => variables)).toEqual([{ planId: 'p1', appId: 'a1', before: 'w1' }])
})

it('never shows the statistics of the run before', async () => {
  const answers: Record<string, object> = { w1: statsBefore('w0'), w2: statsBefore('w1') }
  open([w1, { ...w1, id: 'w2' }], (before = '') => answers[before] ?? {})
  await screen.findAllByText('1200 7000 w0')
  fireEvent.click(screen.getByRole('button', { name: 'w2' }))
  expect(screen.getAllByText('nothing')).toHaveLength(2)
  expect(await screen.findAllByText('1200 7000 w1')).toHaveLength(2)
})

it('does not name the shown run as the last good one, nor half an expectation', async () => {
  const expected = { __typename: 'UsualDuration', medianMs: 5000, p90Ms: null }
  open([w1], () => statsBefore('w1', { expected }))
  expect(await screen.findAllByText('1200 undefined undefined')).toHaveLength(2)
})

it.each([
  ['a platform without statistics', w1, ['audit']],
  ['a run without a plan', { ...w1, planId: null }, ['stats']],
  ['no run', null, ['stats']],
])('makes no call for %s', async (_name, run, features) => {
  const { reads } = open([run], () => statsBefore('w0'), features)
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.getAllByText('nothing')).toHaveLength(2)
  expect(reads()).toEqual([])
})
