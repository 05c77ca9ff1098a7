import { beforeAll, expect, test, vi } from 'vitest'
import { MAX_PATTERN, parseBacklogParams } from '#web/domains/backlog/backlog-params.ts'
import type { SearchOutcome, SearchRequest } from '#web/domains/backlog/search.worker.ts'
import { evidence } from '../support/evidence.ts'
import { fastest } from '../support/fastest.ts'
import { readSources } from '../supply/sources.ts'

/** Check 34: hostile patterns for the worker that searches the backlog, on 5,000 rows. */

/**
 * A search that takes longer is stopped, and the screen says so (see `searcher.ts`). In a worker it blocks no
 * frame, so one that repeats large repetitions may take longer than the 50 ms of all others.
 */
const LIMIT_MS = 3000
const SOON_MS = 50

/** The global scope of the worker's module. */
const scope: {
  onmessage: ((event: { data: SearchRequest }) => void) | null
  postMessage: (outcome: SearchOutcome) => void
} = { onmessage: null, postMessage: () => undefined }
beforeAll(async () => {
  vi.stubGlobal('self', scope)
  await import('#web/domains/backlog/search.worker.ts')
})

function search(pattern: string, texts: readonly string[]): SearchOutcome {
  let outcome: SearchOutcome | null = null
  scope.postMessage = (answer) => (outcome = answer)
  scope.onmessage?.({ data: { pattern, texts } })
  if (!outcome) throw new Error('The worker did not answer')
  return outcome
}

/** Types of an account of 5,000 queues, some of them made to keep an engine busy. */
const texts = Array.from({ length: 5000 }, (_, row) =>
  row % 10 ? `task.harbour-${row % 40}.label-reader-${row}` : `task.${'a'.repeat(40)}.${row}!`,
)

/** Each keeps a backtracking engine busy for seconds to centuries. */
const evil = [
  '(a+)+$',
  '(a*)*$',
  '(a|a)+$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(a+){2,}$',
  '(.*a){20}$',
  '([a-zA-Z]+)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(a+)+b',
  '(x+x+)+y',
  '(a?){30}a{30}$',
  '(a|b|ab)*c$',
  '(?:a*)*(?:a*)*(?:a*)*$',
  '((a{1,9}){1,9}){1,9}b',
  '(.+)+[0-9]$',
  '(\\w+\\s?)*$',
  '^(\\w+)+@(\\w+)+$',
  '(\\d+)*[a-z]{30}$',
  '^([a-z0-9]([-.\\w]*[a-z0-9])*@)',
  '(([^.]+\\.)+)+$',
  '(.*)(.*)(.*)(.*)(.*)(.*)[^a]$',
  '^(?:.?){60}x',
  '[\\s\\S]*[\\s\\S]*[\\s\\S]*q$',
  '(?:[a-z]|[a-y])+$x',
  '((((((a+)+)+)+)+)+)+$',
  '(a|b|c|d|e|f)*(a|b|c|d|e|f)*(a|b|c|d|e|f)*z',
  '(t|ta|tas|task)*(.|..|...)*q',
  '^(.{1,20}){1,20}\\1?$'.replace('\\1?', ''),
  '(a|aa|aaa|aaaa)*(b|bb)*!{3}',
]
const invalid = [
  '(',
  '[a-',
  'a{1001}',
  '(?=a)',
  '(a)\\1',
  '\\',
  '*a',
  'a**?{2}',
  '(?<n>',
  '[[:nothing:]]',
  'a{2,1}',
]

const took = new Map<string, number>()

test.each(evil)('%s is searched through 5,000 rows', async (pattern) => {
  let outcome: SearchOutcome | null = null
  took.set(pattern, await fastest(2, () => (outcome = search(pattern, texts))))
  expect(outcome).toMatchObject({ matches: { length: texts.length } })
  expect(took.get(pattern)).toBeLessThan(LIMIT_MS)
})

test.each(invalid)('%s is reported as an invalid pattern, at once', async (pattern) => {
  expect(search(pattern, texts)).toEqual({ fault: expect.stringMatching(/\w/) })
  expect(await fastest(3, () => search(pattern, texts))).toBeLessThan(50)
})

test('a pattern of 10 kB is truncated to the limit of the address, and would not block the worker either', async () => {
  const whole = '(a+)+|'.repeat(1700)
  const { search: kept } = parseBacklogParams(new URLSearchParams({ search: whole }))
  expect(kept).toHaveLength(MAX_PATTERN)
  for (const pattern of [kept, whole, '('.repeat(10_000), 'a?'.repeat(5000)]) {
    let outcome: SearchOutcome | null = null
    expect(await fastest(1, () => (outcome = search(pattern, texts)))).toBeLessThan(LIMIT_MS)
    expect(Object.keys(outcome ?? {})).toHaveLength(1)
  }
}, 60_000)

/** Ways in which V8 compiles a text to an expression: its constructor, and methods of texts that call it. */
const compiles = [/\bRegExp\b/, /\.(?:match|matchAll|search)\((?!\/)/]
/** Comments are excluded. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

test('no server code compiles a text to an expression: each is a literal in the source', () => {
  const programs = readSources().filter(
    ({ file }) => /^(?:server|shared)\/.*\.(?:ts|mjs)$/.test(file) && !file.endsWith('.test.ts'),
  )
  expect(programs.length).toBeGreaterThan(200)
  const found = programs.flatMap(({ file, text }) =>
    withoutComments(text)
      .split('\n')
      // It executes the code of the user's own worker.
      .filter((line) => !file.includes('/starter-kits/') && compiles.some((way) => way.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
  expect(took.size).toBe(evil.length)
  const times = [...took.values()]
  evidence({
    check: 34,
    figures: {
      rows: texts.length,
      'malicious patterns': evil.length,
      [`searched within ${SOON_MS} ms`]: times.filter((ms) => ms <= SOON_MS).length,
      'slowest, in its worker, ms': Math.max(...times),
      'invalid ones reported': invalid.length,
      'expressions compiled from text in the server': found.length,
    },
    breaks: 'patterns use the engine of the browser; the server compiles one',
  })
})
