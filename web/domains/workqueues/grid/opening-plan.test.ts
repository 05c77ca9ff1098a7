import { afterEach, expect, it } from 'vitest'
import { openingPlan, rememberedPlan, rememberPlan } from './opening-plan.ts'

const NOW = Date.parse('2026-11-22T14:07:00Z')
const plan = (id: string, failedMinutesAgo: number | null = null) => ({
  id,
  name: id,
  lastFailed: failedMinutesAgo === null ? null : new Date(NOW - failedMinutesAgo * 60_000).toISOString(),
})
const plans = [plan('preview'), plan('refunds', 90), plan('nightly', 11), plan('archive', null)]

afterEach(() => localStorage.clear())

it.each([
  ['the one that was chosen last', plans, 'archive', 'archive'],
  ['the newest failed run when the chosen one has not run here', plans, 'gone', 'nightly'],
  ['the newest failed run', plans, null, 'nightly'],
  ['the one that ran last when failures are older than a day', [plan('a'), plan('b', 1441)], null, 'a'],
  ['the one that ran last', [plan('a'), plan('b')], null, 'a'],
  ['none', [], 'archive', null],
])('the grid opens on %s', (_rule, known, remembered, expected) =>
  expect(openingPlan(known, remembered, NOW)).toBe(expected),
)

it('remembers a plan of each user and app', () => {
  rememberPlan('ana', 'a1', 'nightly')
  expect(rememberedPlan('ana', 'a1')).toBe('nightly')
  expect(rememberedPlan('ana', 'a2')).toBeNull()
  expect(rememberedPlan('ben', 'a1')).toBeNull()
})
