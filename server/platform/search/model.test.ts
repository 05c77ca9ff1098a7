import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchWords } from '#shared/domains/search/normal.ts'
import { parseSearch, type SearchTerm } from '#shared/domains/search/query.ts'
import { seededRandom } from '#tests/support/random.ts'
import { createSearchBed, type SearchedRunRow } from '#tests/support/search-bed.ts'

let bed: Awaited<ReturnType<typeof createSearchBed>>
beforeAll(async () => {
  bed = await createSearchBed()
})
afterAll(() => bed.close())

const statuses = ['started', 'completed', 'failed', 'cancelled'] as const
const texts = ['Alpha beta', 'beta gamma', 'gamma-delta', 'alphabet', 'delta', 'ÄLPHA v2', 'v2', 'beta alpha']
const tags = ['eu', 'EU', 'us-east', 'alpha beta']
const people = ['ana@x.test', 'bo@x.test', 'Deploy key']
const values = [1, '1', 'Alpha', true, null, 'a b']
const kinds = ['w', 'w', 'q', 't', 'b', 's', 'd', 'v', 'r', 'm']

/** What a search is, by the words of the contract, over all runs. */
function passes(run: SearchedRunRow, term: SearchTerm): boolean {
  switch (term.kind) {
    case 'words': {
      const own =
        term.of === 'reason' ? [run.reason ?? ''] : [run.name, run.description ?? '', ...(run.tags ?? [])]
      return own.some((text) => hasWords(searchWords(text), term.words, term.whole))
    }
    case 'tag':
      return (run.tags ?? []).some((tag) => tag.toLowerCase() === term.value)
    case 'by':
      return [run.by?.toLowerCase(), run.by?.toLowerCase().split('@')[0]].includes(term.value)
    case 'status':
      return term.statuses.includes(run.status!)
    case 'duration':
      return term.more ? run.activeMs! > term.ms : run.activeMs! < term.ms
    case 'started':
      return term.more ? run.started! * 60_000 > term.ms : run.started! * 60_000 < term.ms
    case 'state':
      return [run.initial, run.status === 'started' ? {} : run.state].some((state) => {
        const value = (state as Record<string, unknown>)[term.path]
        return value !== undefined && String(value).toLowerCase() === term.value
      })
    default:
      return false
  }
}

function hasWords(own: string[], wanted: string[], whole: boolean): boolean {
  return own.some((_, from) =>
    wanted.every((word, index) => {
      const found = own[from + index] ?? ''
      const isBegin = !whole && index === wanted.length - 1 && (word.length >= 3 || wanted.length > 1)
      return isBegin ? found.startsWith(word) : found === word
    }),
  )
}

test('random searches of random runs find what a comparison of each run finds', async () => {
  const next = seededRandom(20_261)
  const random = (below: number) => Math.floor(next() * below)
  const pick = <Value>(list: readonly Value[]): Value => list[random(list.length)]!
  const runs = Array.from({ length: 60 }, (_, index): SearchedRunRow => {
    const status = pick(statuses)
    return {
      name: `${pick(texts)} #${index}`,
      description: random(2) ? pick(texts) : '',
      tags: random(2) ? [...new Set([pick(tags), pick(tags)])] : [],
      by: pick(people),
      status,
      started: random(300),
      activeMs: random(100) * 1000,
      initial: { a: pick(values) },
      state: { a: pick(values), b: pick(values) },
      ...(status === 'failed' ? { reason: pick(texts) } : {}),
    }
  })
  for (const run of runs) await bed.make(run)
  await bed.settle()
  const termsOf: Record<string, () => string> = {
    w: () => pick(['alp', 'alpha', 'beta', 'ga', 'gamma-de', 'v2', 'v', 'äl', 'älp', 'delta']),
    q: () => pick(['"alpha beta"', '"beta"', '"gamma delta"', '"v2"', '"alp"']),
    t: () => pick(['tag:eu', 'tag:us-east', 'tag:"alpha beta"', 'tag:us']),
    b: () => pick(['by:ana', 'by:bo@x.test', 'by:"deploy key"', 'by:x.test']),
    s: () => `status:${pick(statuses)}`,
    d: () => `duration:${pick(['<', '>'])}${random(100)}s`,
    v: () => `${pick(['a', 'b'])}=${pick(['1', 'alpha', 'true', 'null', '"a b"', 'x'])}`,
    r: () => pick(['reason:alpha', 'reason:"beta gamma"', 'reason:del']),
    m: () => `started:${pick(['<', '>'])}${random(300)}m`,
  }
  for (let round = 0; round < 80; round++) {
    const parts = Array.from(
      { length: 1 + random(3) },
      () => (random(3) ? '' : '-') + termsOf[pick(kinds)]!(),
    )
    const search = parts.join(' ')
    const { terms, faults } = parseSearch(search)
    expect(faults).toEqual([])
    const expected = runs.filter((run) => terms.every((term) => passes(run, term) !== term.not))
    expect([search, await bed.names(search)]).toEqual([search, expected.map(({ name }) => name).sort()])
  }
})
