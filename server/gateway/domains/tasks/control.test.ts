import { expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'

it.each([
  ['completeTask(id: "t1", reason: "r", outputs: { a: 1 })', 'complete', { reason: 'r', outputs: { a: 1 } }],
  ['completeTask(id: "t1", reason: "r")', 'complete', { reason: 'r' }],
  ['skipTask(id: "t1", reason: "r")', 'skip', { reason: 'r' }],
  ['restartTaskFrom(id: "t1", reason: "r")', 'restart', { taskId: 't1', downstream: true, reason: 'r' }],
])('%s makes its call', async (operation, name, body) => {
  const { errors, calls } = await runOperation(`mutation { ${operation} { id } }`, {
    [`POST tasks/t1/${name}`]: { _id: 't1' },
  })
  expect(errors).toBeUndefined()
  expect(calls).toEqual([{ method: 'POST', path: `tasks/t1/${name}`, body }])
})
