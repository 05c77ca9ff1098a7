import { expect, test } from 'vitest'
import type { AliasEvidence } from './contract.ts'
import { compareEvidence } from './evidence.ts'
import type { VerdictCode } from './verdict-codes.ts'

const alias = (
  name: string,
  pollers: number,
  failureSeen: boolean | null,
  code: VerdictCode,
  successRate: number | null,
): Pick<AliasEvidence, 'alias' | 'pollers' | 'failureSeen' | 'verdict' | 'successRate'> => ({
  alias: name,
  pollers,
  failureSeen,
  verdict: { code, text: code },
  successRate,
})

test('polled comes first, then not seen with the failure, then no growing backlog, then success, then the name', () => {
  const best = [
    alias('stable', 2, false, 'steady', 1),
    alias('edge', 1, false, 'clears', 0.97),
    alias('fresh', 1, false, 'idle', null),
    alias('poor', 1, false, 'idle', 0.2),
    alias('full', 1, false, 'growing', 1),
    alias('default', 2, true, 'steady', 0.94),
    alias('default2', 2, true, 'steady', 0.94),
    alias('bigbatch', 0, false, 'idle', 1),
    alias('gone', 0, true, 'nobody', null),
  ]
  for (let round = 0; round < 20; round++) {
    const shuffled = best.toSorted(
      (a, b) => (((a.alias + round).length * 7919 + round * 31) % 13) - b.alias.length,
    )
    expect(shuffled.toSorted(compareEvidence).map((one) => one.alias)).toEqual(best.map((one) => one.alias))
  }
})

test('without a failure none counts as seen', () => {
  const [a, b] = [alias('a', 1, null, 'idle', 0.9), alias('b', 1, null, 'idle', 1)]
  expect([a, b].toSorted(compareEvidence)).toEqual([b, a])
})
