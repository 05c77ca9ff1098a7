import { describe, expect, test } from 'vitest'
import type { FailedWork } from './alias-facts.ts'
import { type ReadEvidence, chosenByItself, factsOfEvidence } from './alias-evidence.ts'

const work: FailedWork = {
  type: 'task.pay.card',
  aliases: ['default'],
  versions: ['2.14.1'],
  reason: 'Timed out after 30000 ms',
  attempts: null,
  failureId: 'f1',
}
const good: ReadEvidence = {
  alias: 'stable',
  pollers: 2,
  versions: ['2.14.0'],
  lastPollAt: '2026-03-01T14:00:00.000Z',
  queued: 0,
  oldestQueued: null,
  verdict: { code: 'idle', text: 'idle' },
  lastResult: { status: 'ended', at: '2026-03-01T13:57:00.000Z' },
  attempts: 96,
  successRate: 1,
  failureSeen: false,
}
const all = (...evidence: ReadEvidence[]) => allOf(work, ...evidence)
const allOf = (work: FailedWork, ...evidence: ReadEvidence[]) => {
  const facts = factsOfEvidence(
    work,
    evidence.map(({ alias }) => alias),
    evidence,
  )
  return { facts, chosen: chosenByItself(work, facts, evidence) }
}
const relationOf = (over: Partial<ReadEvidence>) => all({ ...good, ...over }).facts[0]?.relation

test('an alias is related to the failure by what the platform knows', () => {
  expect(relationOf({})).toBe('notSeen')
  expect(relationOf({ versions: ['2.14.0', '2.14.1'] })).toBe('sameVersion')
  expect(relationOf({ verdict: { code: 'growing', text: 'grows' } })).toBe('slow')
  expect(relationOf({ failureSeen: true })).toBe('seen')
  expect(relationOf({ alias: 'default' })).toBe('current')
  expect(relationOf({ pollers: 0 })).toBe('unpolled')
  expect(relationOf({ pollers: null })).toBe('unpolled')
  expect(relationOf({ failureSeen: null })).toBeNull()
})

test('the order is that of the platform; the present alias and those without a worker come last', () => {
  const order = ['bigbatch', 'default', 'edge', 'stable']
  const { facts } = all(
    { ...good, alias: 'bigbatch', pollers: 0 },
    { ...good, alias: 'default' },
    { ...good, alias: 'edge' },
    good,
  )
  expect(facts.map(({ alias }) => alias)).toEqual(['edge', 'stable', 'default', 'bigbatch'])
  expect(factsOfEvidence(work, order, []).map(({ alias }) => alias)).toEqual([
    'bigbatch',
    'edge',
    'stable',
    'default',
  ])
})

test('the first alias is chosen only if it is polled, without the failure, without a growing queue, and works', () => {
  expect(all(good).chosen).toBe('stable')
  const against: Partial<ReadEvidence>[] = [
    { pollers: 0 },
    { failureSeen: true },
    { failureSeen: null },
    { verdict: { code: 'growing', text: 'grows' } },
    { verdict: { code: 'stalled', text: 'stalled' } },
    { verdict: { code: 'paused', text: 'paused' } },
    { successRate: 0.92 },
    { attempts: 0, successRate: null, lastResult: null },
    { lastResult: { status: 'failed', at: null } },
    { alias: 'default' },
  ]
  for (const over of against) expect([over, all({ ...good, ...over }).chosen]).toEqual([over, ''])
  // A good alias behind one that is not is not chosen by itself.
  expect(all({ ...good, alias: 'edge', successRate: 0.5 }, good).chosen).toBe('')
})

test('figures come from the evidence', () => {
  const [facts] = all({ ...good, attempts: 64, successRate: 62 / 64, queued: 12 }).facts
  expect(facts).toMatchObject({
    pollers: { count: 2, versions: ['2.14.0'] },
    queued: 12,
    success: { ended: 62, of: 64 },
    version: '2.14.0',
  })
})

describe('work that waits and has not failed', () => {
  const waiting: FailedWork = { ...work, aliases: ['bigbatch'], versions: [], reason: null, waits: true }
  const best = (over: Partial<ReadEvidence>) => allOf(waiting, { ...good, failureSeen: null, ...over })

  test('an alias is only where it waits, unpolled or slow: it has no failure to be related to', () => {
    expect(best({}).facts[0]?.relation).toBeNull()
    expect(best({ pollers: 0 }).facts[0]?.relation).toBe('unpolled')
    expect(best({ verdict: { code: 'growing', text: 'grows' } }).facts[0]?.relation).toBe('slow')
    expect(best({ alias: 'bigbatch', pollers: 0 }).facts[0]?.relation).toBe('current')
  })

  test('the best alias is chosen if it is polled, also when nothing has run there for a day', () => {
    expect(best({}).chosen).toBe('stable')
    expect(best({ attempts: 0, successRate: null, lastResult: null }).chosen).toBe('stable')
    const against: Partial<ReadEvidence>[] = [
      { pollers: 0 },
      { verdict: { code: 'stalled', text: 'stalled' } },
      { successRate: 0.92 },
      { lastResult: { status: 'failed', at: null } },
      { alias: 'bigbatch' },
    ]
    for (const over of against) expect([over, best(over).chosen]).toEqual([over, ''])
  })
})

test('the alias that the platform suggests is chosen without results of its own, unless its figures speak against it', () => {
  const suggesting = { ...work, suggestedAlias: 'stable' }
  const fresh = { ...good, attempts: 0, successRate: null, lastResult: null }
  const other = { ...good, alias: 'edge' }
  const chosen = (over: Partial<ReadEvidence>) => allOf(suggesting, other, { ...fresh, ...over }).chosen
  expect(chosen({})).toBe('stable')
  expect(chosen({ pollers: 0 })).toBe('edge')
  expect(chosen({ verdict: { code: 'growing', text: 'grows' } })).toBe('edge')
  expect(chosen({ attempts: 10, successRate: 0.5 })).toBe('edge')
})
