import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const plan = {
  _id: 'p1',
  name: 'Nightly',
  tasks: [{ name: 'a', type: 'task.workforce.noop' }],
  own: { b: [1] },
}

it.each<[string, Answers, CallMade]>([
  [
    '{ plans(page: 2) { total } }',
    { 'GET plans': { data: [plan], total: 11 } },
    { method: 'GET', path: 'plans', query: { page: 2, pagesize: 10 } },
  ],
  [
    '{ plans(appId: "a1") { total } }',
    { 'GET plans': [plan] },
    { method: 'GET', path: 'plans', query: { page: 1, pagesize: 10, appId: 'a1' } },
  ],
  [
    '{ planRevisions(id: "p1", perPage: 5) { total rows { version name updatedBy } } }',
    { 'GET plans/p1/revisions': { data: [{ version: 2, name: 'Nightly' }], total: 1 } },
    { method: 'GET', path: 'plans/p1/revisions', query: { page: 1, pagesize: 5 } },
  ],
  [
    '{ planRevision(id: "p1", version: 2) }',
    { 'GET plans/p1/revisions/2': plan },
    { method: 'GET', path: 'plans/p1/revisions/2' },
  ],
  ['{ plan(id: "p1") { id } }', { 'GET plans/p1': plan }, { method: 'GET', path: 'plans/p1' }],
  [
    'mutation { createPlan(plan: { name: "Nightly", tasks: [] }) { id } }',
    { 'POST plans': plan },
    { method: 'POST', path: 'plans', body: { name: 'Nightly', tasks: [] } },
  ],
  [
    'mutation { updatePlan(id: "p1", plan: { _id: "p1", name: "Nightly", own: { b: [1] } }) { id } }',
    { 'PUT plans/p1': plan },
    { method: 'PUT', path: 'plans/p1', body: { _id: 'p1', name: 'Nightly', own: { b: [1] } } },
  ],
  ['mutation { deletePlan(id: "p1") }', { 'DELETE plans/p1': null }, { method: 'DELETE', path: 'plans/p1' }],
  [
    'mutation { runPlan(id: "p1", appId: "a1", initialState: { x: 1 }) { id appId } }',
    { 'POST plans/p1/run': { data: { _id: 'w1', appId: 'a1' } } },
    { method: 'POST', path: 'plans/p1/run', query: { appId: 'a1' }, body: { initialState: { x: 1 } } },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

it.each([
  ['plain', plan],
  ['in data', { data: plan }],
])('a plan has the same fields %s and keeps unknown ones', async (_how, answer) => {
  const { data } = await runOperation('{ plan(id: "p1") { name initialState tasks source } }', {
    'GET plans/p1': answer,
  })
  expect(data).toEqual({
    plan: { name: 'Nightly', initialState: {}, tasks: plan.tasks, source: plan },
  })
})

it('a plan that is not an object is refused without a call', async () => {
  const { errors, calls } = await runOperation('mutation { updatePlan(id: "p1", plan: [1]) { id } }', {})
  expect(errors).toMatchObject([{ message: 'Plan must be a JSON object' }])
  expect(calls).toEqual([])
})

it('a version beyond GraphQL’s Int is null, and the plan is still shown', async () => {
  const { data, errors } = await runOperation('{ plan(id: "p1") { name version } }', {
    'GET plans/p1': { ...plan, version: 1_763_786_000_000 },
  })
  expect(errors).toBeUndefined()
  expect(data).toEqual({ plan: { name: 'Nightly', version: null } })
})
