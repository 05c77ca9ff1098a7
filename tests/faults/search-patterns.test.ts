import { readFileSync } from 'node:fs'
import { Worker as Thread } from 'node:worker_threads'
import ts from 'typescript'
import { afterAll, expect, test, vi } from 'vitest'
import { MAX_PATTERN, parseBacklogParams } from '#web/domains/backlog/backlog-params.ts'
import type { SearchResult } from '#web/domains/backlog/searcher.ts'
import { evidence } from '../support/evidence.ts'
import { readSources } from '../supply/sources.ts'

/** Check 34: hostile patterns for the worker that searches the backlog, on 5,000 rows. */

/** The limit of a search here; in the browser it is 3 s. */
const LIMIT_MS = 500
/** A search is stopped at its limit, however busy the machine is. */
const STOPPED_MS = LIMIT_MS + 2500

/** Runs the worker's module on a thread of Node, as a browser runs it in a web worker. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  globalThis.self = { postMessage: (data) => parentPort.postMessage(data) }
  const loaded = import(workerData)
  parentPort.on('message', (data) => loaded.then(() => self.onmessage({ data })))
`
const module = ts.transpile(
  readFileSync(new URL('../../web/domains/backlog/search.worker.ts', import.meta.url), 'utf8'),
  { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
)
const workerData = `data:text/javascript,${encodeURIComponent(module)}`
let running = 0
vi.mock('#web/domains/backlog/search.worker.ts?worker', () => ({
  default: class {
    onmessage: ((event: { data: unknown }) => void) | null = null
    onerror: ((error: unknown) => void) | null = null
    readonly #thread: Thread
    constructor() {
      running++
      this.#thread = new Thread(program, { eval: true, workerData })
      this.#thread.on('message', (data: unknown) => this.onmessage?.({ data }))
      this.#thread.on('error', (error) => this.onerror?.(error))
      this.#thread.on('exit', () => void running--)
    }
    postMessage(data: unknown) {
      this.#thread.postMessage(data)
    }
    terminate() {
      void this.#thread.terminate()
    }
  },
}))
const { createSearcher } = await import('#web/domains/backlog/searcher.ts')
const searchers = Array.from({ length: 4 }, () => createSearcher(undefined, LIMIT_MS))
afterAll(() => searchers.forEach((searcher) => searcher.close()))

/** Types of an account of 5,000 queues, some of them made to keep an engine busy. */
const texts = Array.from({ length: 5000 }, (_, row) =>
  row % 10 ? `task.harbour-${row % 40}.label-reader-${row}` : `task.${'a'.repeat(40)}.${row}!`,
)

/** Each keeps a backtracking engine busy for seconds to centuries. */
const evil = [
  '(a+)+$',
  '(a|a)+$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(.*a){20}$',
  '([a-zA-Z]+)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a|b|ab)*c$',
]
const invalid = ['(', '[a-', '\\', '*a', 'a**?{2}', '(?<n>', 'a{2,1}', '(?<=a']
const ordinary: [pattern: string, matches: number][] = [
  ['^(?!.*harbour)', 500],
  ['(?<=harbour-)39\\.', 125],
  ['HARBOUR-7\\.', 125],
  ['(a)\\1{39}', 500],
]

async function timed(search: Promise<SearchResult>): Promise<{ result: SearchResult; ms: number }> {
  const begun = performance.now()
  const result = await search
  return { result, ms: performance.now() - begun }
}
const matchesOf = (result: SearchResult) =>
  'matches' in result ? result.matches.filter(Boolean).length : result.sentence

let slowest = 0
test('patterns that would run for years are stopped with a sentence, and the next search answers', async () => {
  // Several at a time: each waits for the limit.
  for (let first = 0; first < evil.length; first += searchers.length) {
    const batch = evil.slice(first, first + searchers.length)
    const found = await Promise.all(
      batch.map((pattern, index) => timed(searchers[index]!.search(pattern, texts))),
    )
    for (const [index, { result, ms }] of found.entries()) {
      const pattern = batch[index] ?? ''
      // An engine that is better than expected may have found the rows.
      if (!('matches' in result))
        expect(result.sentence).toBe(
          `The search for ${pattern} was stopped after 0.5 seconds. All rows are shown.`,
        )
      expect(ms).toBeLessThan(STOPPED_MS)
      slowest = Math.max(slowest, ms)
    }
    for (const searcher of searchers)
      expect(matchesOf((await timed(searcher.search('harbour', texts))).result)).toBe(4500)
  }
  expect(slowest).toBeGreaterThan(LIMIT_MS - 50)
  // A stopped search leaves no thread behind.
  await vi.waitFor(() => expect(running).toBeLessThanOrEqual(searchers.length))
})

test.each(ordinary)('%s is an ordinary expression and matches %i rows', async (pattern, matches) => {
  expect(matchesOf(await searchers[0]!.search(pattern, texts))).toBe(matches)
})

test.each(invalid)(
  '%s is reported as it was typed, without the form that an engine gives it',
  async (pattern) => {
    const result = await searchers[0]!.search(pattern, texts)
    expect(matchesOf(result)).toEqual(expect.stringContaining(`Not a pattern: ${pattern}`))
    expect(matchesOf(result)).not.toMatch(/Invalid regular expression|\/i/)
  },
)

test('a pattern of 10 kB is truncated to the limit of the address', () => {
  const whole = '(a+)+|'.repeat(1700)
  expect(parseBacklogParams(new URLSearchParams({ search: whole })).search).toHaveLength(MAX_PATTERN)
})

/** Ways in which V8 compiles a text to an expression: its constructor, and methods of texts that call it. */
const compiles = [/\bRegExp\b/, /\.(?:match|matchAll|search)\((?!\/)/]
/** Comments are excluded. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
/** It executes the code of the user's own worker. */
const ownCode = '/starter-kits/'

test('no server code compiles a text to an expression: each is a literal in the source', () => {
  const programs = readSources().filter(
    ({ file }) => /^(?:server|shared)\/.*\.(?:ts|mjs)$/.test(file) && !file.includes('.test.'),
  )
  expect(programs.length).toBeGreaterThan(200)
  const inServer = programs.flatMap(({ file, text }) =>
    withoutComments(text)
      .split('\n')
      .filter((line) => !file.includes(ownCode) && compiles.some((way) => way.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(inServer).toEqual([])
  evidence({
    check: 34,
    figures: {
      rows: texts.length,
      'malicious patterns': evil.length,
      'slowest until stopped or found, ms': Math.round(slowest),
      'ordinary ones with lookaround and references': ordinary.length,
      'invalid ones reported': invalid.length,
      'expressions compiled from text in the server': inServer.length,
    },
    breaks: 'a search has no limit of time; the server compiles a pattern',
  })
})
