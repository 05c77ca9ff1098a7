import { expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'

const health = '{ planHealth(ids: ["p1", "p2"], runs: 5) { id medianMs runs { id appId status ended } } }'

it('reads the health of many plans by one call', async () => {
  const data = [
    { _id: 'p1', medianMs: 900, runs: [{ _id: 'w1', appId: 'a1', status: 'failed' }] },
    { _id: 'p2' },
  ]
  const answer = await runOperation(health, { 'GET plans/health': { data } })
  expect(answer.calls).toEqual([{ method: 'GET', path: 'plans/health', query: { ids: 'p1,p2', runs: 5 } }])
  expect(answer.data).toEqual({
    planHealth: [
      { id: 'p1', medianMs: 900, runs: [{ id: 'w1', appId: 'a1', status: 'failed', ended: null }] },
      { id: 'p2', medianMs: null, runs: [] },
    ],
  })
})

it('is without it on a platform that lacks the call', async () => {
  expect((await runOperation(health, {})).data).toEqual({ planHealth: [] })
})
