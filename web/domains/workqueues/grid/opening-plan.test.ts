import { afterEach, expect, it } from 'vitest'
import { latePlans, openingPlan, rememberedPlan, rememberPlan } from './opening-plan.ts'

const NOW = Date.parse('2026-11-22T14:07:00Z')
const plan = (id: string, failedMinutesAgo: number | null = null) => ({
  id,
  name: id,
  lastFailed: failedMinutesAgo === null ? null : new Date(NOW - failedMinutesAgo * 60_000).toISOString(),
})
const plans = [plan('preview'), plan('refunds', 90), plan('nightly', 11), plan('archive', null)]

afterEach(() => localStorage.clear())

const minutesAgo = (id: string, minutes: number) => ({ id, at: NOW - minutes * 60_000 })

it.each([
  ['the one that was chosen since', plans, [], minutesAgo('archive', 5), 'archive'],
  ['the one that has failed since another was chosen', plans, [], minutesAgo('archive', 20), 'nightly'],
  ['the newest failed run when the chosen one has not run here', plans, [], minutesAgo('gone', 1), 'nightly'],
  ['the newest failed run', plans, [], null, 'nightly'],
  ['the newest late run', plans, [minutesAgo('refunds', 60), minutesAgo('archive', 3)], null, 'archive'],
  ['the failed one where that is newer', plans, [minutesAgo('archive', 12)], null, 'nightly'],
  ['the chosen one when failures are older', [plan('a'), plan('b', 1441)], [], minutesAgo('b', 9999), 'b'],
  ['the one that ran last when failures are older than a day', [plan('a'), plan('b', 1441)], [], null, 'a'],
  ['the one that ran last', [plan('a'), plan('b')], [], null, 'a'],
  ['none', [], [minutesAgo('archive', 1)], minutesAgo('archive', 1), null],
])('the grid opens on %s', (_rule, known, late, remembered, expected) =>
  expect(openingPlan(known, late, remembered, NOW)).toBe(expected),
)

it('takes late runs of the app that are not muted', () => {
  const links = { appId: 'a1', planId: 'p1' }
  const item = { id: 'i1', kind: 'runLate', since: new Date(NOW).toISOString(), mutedUntil: null, links }
  const items = [
    item,
    { ...item, mutedUntil: 'change' },
    { ...item, kind: 'failure' },
    { ...item, links: { ...links, appId: 'a2' } },
    { ...item, links: { ...links, planId: null } },
  ]
  expect(latePlans(items, 'a1')).toEqual([{ id: 'p1', at: NOW }])
})

it('remembers a plan of each user and app', () => {
  rememberPlan('ana', 'a1', 'nightly', NOW)
  expect(rememberedPlan('ana', 'a1')).toEqual({ id: 'nightly', at: NOW })
  expect(rememberedPlan('ana', 'a2')).toBeNull()
  expect(rememberedPlan('ben', 'a1')).toBeNull()
})
