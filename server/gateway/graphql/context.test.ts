import { expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'

const answers = {
  'GET apps/a1': { _id: 'a1', name: 'Depot' },
  'PUT apps/a1': { _id: 'a1', name: 'Depot' },
}

it('sends one platform call for what an operation reads twice', async () => {
  const { data, calls } = await runOperation(
    '{ one: app(id: "a1") { name } two: app(id: "a1") { id } }',
    answers,
  )
  expect(data).toEqual({ one: { name: 'Depot' }, two: { id: 'a1' } })
  expect(calls).toEqual([{ method: 'GET', path: 'apps/a1' }])
})

it('reads again after a change', async () => {
  let name = 'Old'
  const worker = () => ({ _id: 'w', name, aliases: [{ name: 'default', secretAccessKey: name }] })
  const changed = {
    'GET workers/w': worker,
    'PUT workers/w': () => {
      name = 'New'
      return worker()
    },
  }
  const show = 'revealAliasSecret(workerId: "w", alias: "default")'
  const { data, calls } = await runOperation(
    `mutation { before: ${show} updateWorker(id: "w", name: "New") { id } after: ${show} }`,
    changed,
  )
  expect(data).toMatchObject({ before: 'Old', after: 'New' })
  // Each reveal is one plain read and one with the reveal header.
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT', 'GET', 'GET'])
})
