import { expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'

const asked = (of: string) =>
  `{ usage(${of}) { uses { kind count more first { id name appId } } lastUsed { at by } } }`

it.each([
  ['kind: "plan", id: "p1"', 'plans/p1/usage'],
  ['kind: "alias", id: "edge", owner: "w1"', 'workers/w1/aliases/edge/usage'],
  ['kind: "variable", id: "v1", owner: "a1"', 'apps/a1/variables/v1/usage'],
  ['kind: "privateKey", id: "k1", owner: "w1", alias: "edge"', 'workers/w1/aliases/edge/jwt/k1/usage'],
])('reads what uses an entity: %s', async (of, path) => {
  const uses = [{ kind: 'run', count: 4, more: true, first: [{ _id: 'r1', name: 'Nightly', appId: 'a1' }] }]
  const at = '2026-03-01T12:00:00.000Z'
  const answer = await runOperation(asked(of), { [`GET ${path}`]: { uses, lastUsed: { at, by: 'host-1' } } })
  expect(answer.data).toEqual({
    usage: {
      uses: [{ kind: 'run', count: 4, more: true, first: [{ id: 'r1', name: 'Nightly', appId: 'a1' }] }],
      lastUsed: { at, by: 'host-1' },
    },
  })
})

it('refuses what has no uses', async () => {
  const answer = await runOperation(asked('kind: "team", id: "t1"'), {})
  expect(JSON.stringify(answer)).toContain('must be one of plan, worker')
})
