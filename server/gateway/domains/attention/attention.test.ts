import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const item = {
  _id: 'i1',
  kind: 'failure',
  sentence: 'Card scheme timed out after # ms',
  details: [{ parts: [{ kind: 'strong', text: '4 workqueues' }] }],
  since: '2026-11-22T11:22:00.000Z',
  hurt: { runs: 4, tasks: 24, minutes: 99 },
  owner: { userId: 'u1', email: 'ana@example.com' },
  mutedUntil: 'change',
  closedBefore: null,
  links: { groupId: 'g1' },
  actions: [{ kind: 'restartGroup', label: 'Restart 4' }],
}

it.each<[string, Answers, CallMade]>([
  ['{ attention { total } }', { 'GET attention': {} }, { method: 'GET', path: 'attention', query: {} }],
  [
    '{ attention(appId: "a1", kind: "runLate", since: "2026-11-22T09:00:00.000Z") { total } }',
    { 'GET attention': {} },
    {
      method: 'GET',
      path: 'attention',
      query: { appId: 'a1', kind: 'runLate', since: '2026-11-22T09:00:00.000Z' },
    },
  ],
  [
    'mutation { muteAttention(id: "i1", until: "change") { id } }',
    { 'POST attention/i1/mute': item },
    { method: 'POST', path: 'attention/i1/mute', body: { until: 'change' } },
  ],
  [
    'mutation { unmuteAttention(id: "i1") { id } }',
    { 'POST attention/i1/unmute': item },
    { method: 'POST', path: 'attention/i1/unmute', body: {} },
  ],
  [
    'mutation { assignAttention(id: "i1") { id } }',
    { 'POST attention/i1/assign': item },
    { method: 'POST', path: 'attention/i1/assign', body: { userId: null } },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

const fields = `id kind sentence details { parts { kind text } } since hurt { runs tasks minutes } owner { userId email }
  mutedUntil closedBefore links { groupId workqueueId } actions { kind label }`

it('an item has the fields of the contract', async () => {
  const { data } = await runOperation(`{ attention { items { ${fields} } } }`, {
    'GET attention': { items: [item] },
  })
  const { _id: id, links, ...rest } = item
  expect(data).toEqual({ attention: { items: [{ id, ...rest, links: { ...links, workqueueId: null } }] } })
})

it.each<[string, object]>([
  ['nothing', {}],
  ['other types', { total: 'many', figures: 7, items: 'none', apps: null, closedToday: {}, away: [] }],
  ['an item without its parts', { items: [{ _id: 'i1', kind: 'diskFull' }, null, 7] }],
  ['figures without their parts', { figures: { running: { now: 'x', hours: [{}], usual: 3 } } }],
])('a platform that answers %s breaks no field', async (_what, answer) => {
  const figure = 'now before type alias hours { at value } usual { low high }'
  const figures = ['running', 'failed', 'oldestQueued', 'waitP95'].map((name) => `${name} { ${figure} }`)
  const operation = `{ attention { total figures { ${figures.join(' ')} } items { ${fields} }
    apps { appId name running } closedToday { id at text links { appId } } away { opened } } }`
  const { data, errors } = await runOperation(operation, { 'GET attention': answer })
  expect(errors).toBeUndefined()
  const { items } = (data as { attention: { items: { sentence: string; actions: unknown[] }[] } }).attention
  for (const each of items) expect([each.sentence, each.actions]).toEqual(['', []])
})
