import { expect, test } from 'vitest'
import { bestFirst, aliasFactsOf, type BacklogRows, type FailedWork, type Results } from './alias-facts.ts'

const work: FailedWork = {
  type: 'task.pay.card',
  aliases: ['default'],
  reason: 'Timed out after 30000 ms',
  versions: ['2.14.1'],
  attempts: 3,
  failureId: null,
}
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 14, minute)).toISOString()
let made = 0
const result = (alias: string, over: Partial<Results['rows'][number]> = {}): Results['rows'][number] => ({
  id: `r${++made}`,
  alias,
  status: 'ended',
  ended: at(made),
  version: '2.14.0',
  reason: null,
  ...over,
})
const results = (...rows: Results['rows']): Results => ({ total: rows.length, rows })
const waiting = (alias: string, queued: number): BacklogRows[number] => ({
  id: `${work.type}:${alias}`,
  type: work.type,
  alias,
  queued,
  oldestQueued: at(1),
})
const relations = (read: Results, aliases: string[]) =>
  Object.fromEntries(aliasFactsOf(work, aliases, null, read).map(({ alias, relation }) => [alias, relation]))

test('each alias is related to the failure by its own results', () => {
  const read = results(
    result('default', { status: 'failed', reason: work.reason }),
    result('stable'),
    result('edge', { version: '2.14.1' }),
    result('slow', { status: 'failed', reason: 'Timed out after 45000 ms' }),
    result('odd', { status: 'failed', reason: 'Out of paper' }),
  )
  expect(relations(read, ['default', 'stable', 'edge', 'slow', 'odd', 'idle'])).toEqual({
    default: 'current',
    stable: 'notSeen',
    edge: 'sameVersion',
    slow: 'seen',
    odd: 'notSeen',
    idle: null,
  })
})

test('best is where the failure was not seen, then the shortest queue; the present alias is last', () => {
  const read = results(
    result('stable'),
    result('busy'),
    result('edge', { version: '2.14.1' }),
    result('slow', { status: 'failed', reason: work.reason }),
  )
  const backlog = [waiting('busy', 40), waiting('stable', 2)]
  const facts = aliasFactsOf(work, ['default', 'slow', 'edge', 'idle', 'busy', 'stable'], backlog, read)
  expect(bestFirst(facts).map(({ alias }) => alias)).toEqual([
    'stable',
    'busy',
    'edge',
    'idle',
    'slow',
    'default',
  ])
})

test('the last result is the newest, the success that of all', () => {
  const read = results(
    result('stable', { status: 'failed', ended: at(30) }),
    result('stable', { ended: at(40) }),
    result('stable', { ended: at(20) }),
  )
  expect(aliasFactsOf(work, ['stable'], [waiting('stable', 7)], read)).toMatchObject([
    {
      last: { status: 'ended', ended: at(40) },
      success: { ended: 2, of: 3 },
      queued: 7,
      oldestQueued: at(1),
    },
  ])
})

test('an alias without rows has nothing waiting and no result, where all were read', () => {
  const other = { ...waiting('gpu', 5), type: 'task.other.type' }
  expect(aliasFactsOf(work, ['gpu'], [other], results())).toMatchObject([
    { alias: 'gpu', relation: null, last: null, queued: 0, oldestQueued: null, success: null },
  ])
})

test('what was not read, or not wholly, is unknown', () => {
  const unknown = { last: undefined, success: undefined, queued: undefined, oldestQueued: undefined }
  expect(aliasFactsOf(work, ['gpu'], null, null)).toMatchObject([
    { alias: 'gpu', relation: null, ...unknown },
  ])
  const cut = { ...results(result('stable')), total: 500 }
  const [stable, gpu] = aliasFactsOf(work, ['stable', 'gpu'], null, cut)
  expect([stable?.last?.status, stable?.success]).toEqual(['ended', undefined])
  expect([gpu?.last, gpu?.success]).toEqual([undefined, undefined])
})

test('without facts the aliases keep their order', () => {
  const facts = aliasFactsOf({ ...work, aliases: ['x'] }, ['b', 'a', 'c'], null, null)
  expect(bestFirst(facts).map(({ alias }) => alias)).toEqual(['b', 'a', 'c'])
})
