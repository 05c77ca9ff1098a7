import { expect, test } from 'vitest'
import { plan } from '#shared/domains/plans/contract.ts'
import { workqueue } from '#shared/domains/workqueues/contract.ts'
import { everyCallIsMade, unknownId, unique, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal } from './client.ts'
import { genericCalls } from './generic.ts'
import { makeApp, makePlan, noop } from './samples.ts'

const account = useAccount()

genericCalls(account, {
  plural: 'plans',
  entity: plan,
  make: makePlan,
  only: ({ name }) => ({ name }),
  change: { description: 'Changed' },
  changeMany: { description: 'Changed with others' },
})

test('a plan that is written back whole, as by the editor, keeps its tasks', async () => {
  const made = await makePlan(account())
  const edited = { ...made, tasks: [...made.tasks, noop('b', { depends: ['a'] })] }
  const saved = bodyOf(await account().put(`plans/${made._id}`, edited), plan)
  expect(saved.tasks.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a faulty definition is refused with every fault named', async () => {
  const tasks = [noop('a', { depends: ['nowhere'] }), noop('a'), { name: 'c', type: 'elsewhere' }]
  const answer = await account().post('plans', { name: unique('Plan'), tasks })
  expectRefusal(answer, 422)
  expect(JSON.stringify(answer.body)).toMatch(/nowhere.*elsewhere|elsewhere.*nowhere|task\.\{/)
})

test('running a plan returns the run', async () => {
  const { _id: appId } = await makeApp(account())
  const { _id: planId } = await makePlan(account())
  const body = { initialState: { from: 'here' } }
  const run = bodyOf(await account().post(`plans/${planId}/run?appId=${appId}`, body), workqueue)
  expect(run).toMatchObject({ appId, planId, initialState: body.initialState })
})

test('running requires a plan and an app of the account', async () => {
  const { _id: appId } = await makeApp(account())
  const { _id: planId } = await makePlan(account())
  expectRefusal(await account().post(`plans/${unknownId}/run?appId=${appId}`, {}), 404)
  expectRefusal(await account().post(`plans/${planId}/run?appId=${unknownId}`, {}), 404)
  expectRefusal(await account().post(`plans/${planId}/run`, {}), 400)
})

everyCallIsMade('plans')
