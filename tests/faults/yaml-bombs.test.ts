import v8 from 'node:v8'
import vm from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { fastest } from '../support/fastest.ts'
import { createTestPlatform, type TestPlatform } from '../support/platform-app.ts'
import { idleEngine, insertTeam, insertWorker } from '../support/platform-rows.ts'

/**
 * Check 35: hostile configurations over HTTP are refused within 100 ms each, with little memory, and are not
 * stored.
 */

const LIMIT_MS = 100
const GROWTH_BYTES = 20 * 2 ** 20
/** V8 offers its collector to new contexts from here on. */
v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void
/** The largest configuration, see `MAX_CONFIG_BYTES`. */
const KIB_256 = 256 * 1024

let platform: TestPlatform
let id: string
let good: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  const { accountId } = platform.alice
  const teamId = await insertTeam(platform.pool, accountId)
  const workerId = await insertWorker(platform.pool, { accountId, teamId })
  const clusterId = (await platform.send('post', 'clusters', { name: 'West' })).body._id as string
  const made = await platform.send('post', 'deployments', {
    clusterId,
    workerId,
    environment: { LOG_LEVEL: 'info' },
  })
  id = made.body._id as string
  good = await stored()
})
afterAll(() => platform.close())

const stored = async () =>
  (await platform.send('get', `deployments/${id}?withConfig=true`)).body.fluxConfig as string

async function put(fluxConfig: string) {
  const answer = await platform.app.inject({
    method: 'PUT',
    url: `/api/deployments/${id}/flux`,
    headers: { ...platform.alice.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ fluxConfig }),
  })
  return { status: answer.statusCode, ...answer.json<{ code: string; message: string }>() }
}

/** The valid configuration with its environment replaced. */
const withEnvironment = (yaml: string) => `${good.slice(0, good.indexOf('    env:'))}${yaml}\n`
const filled = (part: string, bytes = KIB_256 - 4096) => part.repeat(Math.floor(bytes / part.length))
const doubling = (levels: number) =>
  Array.from({ length: levels }, (_, level) =>
    level === 0 ? 'a0: &a0 [x,x]' : `a${level}: &a${level} [*a${level - 1},*a${level - 1}]`,
  ).join('\n')
const mergeChain = (links: number) =>
  Array.from({ length: links }, (_, link) =>
    link === 0 ? 'm0: &m0 {a: 1}' : `m${link}: &m${link} {<<: *m${link - 1}}`,
  ).join('\n')

/** The configuration, how it is refused, and a word of the reason. */
const bombs: [string, () => string, number, string][] = [
  ['an alias bomb of 300 bytes', () => doubling(9), 422, 'anchors are not taken'],
  ['an alias bomb of 30 levels', () => doubling(30), 422, 'aliases are not taken'],
  [
    'an alias bomb in the environment',
    () => withEnvironment(`    env: &e {A: &a "x", B: *a}`),
    422,
    'aliases are',
  ],
  ['20,000 nested lists', () => '['.repeat(20_000) + ']'.repeat(20_000), 422, 'nested deeper'],
  ['20,000 nested maps', () => '{a: '.repeat(20_000) + '}'.repeat(20_000), 422, 'nested deeper'],
  ['20,000 dashes', () => `${'- '.repeat(20_000)}x`, 422, 'nested deeper'],
  ['nesting below the good part', () => withEnvironment(`    env: ${'['.repeat(20_000)}`), 422, 'nested'],
  ['a merge chain of 500 links', () => mergeChain(500), 422, 'anchors are not taken'],
  ['merges as many as fit', () => `a: &a {x: 1}\n${filled('b: {<<: *a}\n')}`, 422, 'not taken'],
  ['a merge of plain values', () => withEnvironment('    env: {<<: {A: "b"}}'), 422, 'merge keys'],
  [
    '!!js/function',
    () => withEnvironment('    env: {A: !!js/function "function () {}"}'),
    422,
    'tags are not',
  ],
  ['!!js/regexp', () => withEnvironment('    env: {A: !!js/regexp /(a+)+$/}'), 422, 'tags are not taken'],
  ['!!js/undefined', () => withEnvironment("    env: {A: !!js/undefined ''}"), 422, 'tags are not taken'],
  ['!!python/object', () => '!!python/object/apply:os.system ["id"]', 422, 'tags are not taken'],
  ['!!omap and !!set', () => withEnvironment('    env: !!omap [A: "b"]'), 422, 'tags are not taken'],
  ['!!binary', () => withEnvironment('    env: {A: !!binary aGk=}'), 422, 'tags are not taken'],
  ['a custom tag', () => '%TAG ! tag:x,2026:\n---\na: !b c', 422, 'directives are not taken'],
  ['__proto__', () => withEnvironment('    env: {__proto__: {polluted: "1"}}'), 422, '__proto__'],
  ['__proto__ in quotes', () => withEnvironment('    env: {"__proto__": {polluted: "1"}}'), 422, '__proto__'],
  ['__proto__ in escapes', () => withEnvironment('    env: {"\\x5f_proto__": {a: "1"}}'), 422, '__proto__'],
  ['__proto__ at the top', () => `__proto__: {polluted: 1}\n${good}`, 422, '__proto__'],
  [
    'constructor.prototype',
    () => withEnvironment('    env: {constructor: {prototype: {polluted: "1"}}}'),
    422,
    'must be text',
  ],
  ['a key given twice', () => withEnvironment('    env: {A: "1", A: "2"}'), 422, 'is there twice'],
  ['one key 26,000 times', () => filled('a: 1\n'), 422, 'more than 10000'],
  ['one key as often as is parsed', () => 'a: 1\n'.repeat(1900), 422, 'is there twice'],
  ['one key in braces as often as is parsed', () => `{${'a: 1, '.repeat(1600)}}`, 422, 'is there twice'],
  [
    '26,000 keys',
    () => Array.from({ length: 20_000 }, (_, key) => `k${key}: 1`).join('\n'),
    422,
    'more than',
  ],
  ['documents without end', () => filled('---\n'), 422, 'more than 10000'],
  ['quotes without end', () => filled('"'), 422, 'more than 10000'],
  ['one word of 256 KiB', () => filled('x'), 422, ''],
  ['comments of 256 KiB', () => filled('#\n'), 422, ''],
  ['an escape as often as it fits', () => `"${filled('\\q')}"`, 422, 'an escape in quotes is unknown'],
  ['control characters', () => `a: "\u0007"`, 422, 'control characters are not taken'],
  ['256 KiB and a byte', () => 'x'.repeat(KIB_256 + 1), 400, `at most ${KIB_256} bytes`],
  ['just under 2 MB', () => '[1,'.repeat(660_000), 400, `at most ${KIB_256} bytes`],
  ['2 MiB', () => 'x'.repeat(2 * 2 ** 20), 413, ''],
]

const polluted = () => [({} as { polluted?: unknown }).polluted, ...Object.keys(Object.prototype)]
let slowest = 0

test.each(bombs)('%s is refused within 100 ms and changes nothing', async (_name, yaml, status, reason) => {
  const text = yaml()
  const refused = await put(text)
  expect([refused.status, refused.message]).toEqual([status, expect.stringContaining(reason)])
  expect(refused.message.length).toBeLessThan(50_000)
  const took = await fastest(3, () => put(text))
  expect(took).toBeLessThan(LIMIT_MS)
  slowest = Math.max(slowest, took)
  expect(polluted()).toEqual([undefined])
  expect(await stored()).toBe(good)
})

// Warmed up six times: the time is only an upper bound, for busy machines.
test('all of them together use little memory, and the process continues', { timeout: 60_000 }, async () => {
  const texts = bombs.map(([, yaml]) => yaml())
  // Warm-up runs, so that one-time allocations and the first growth of the heap do not count.
  for (const text of Array.from({ length: 6 }, () => texts).flat()) await put(text)
  let most = 0
  for (const text of texts) {
    // What earlier texts have left to the collector is not this one's.
    collectGarbage()
    const before = process.memoryUsage().rss
    await put(text)
    most = Math.max(most, process.memoryUsage().rss - before)
  }
  expect(most).toBeLessThan(GROWTH_BYTES)
  const kept = await put(good.replace('replicaCount: 1', 'replicaCount: 2'))
  expect([kept.status, (await stored()).includes('replicaCount: 2')]).toEqual([200, true])
  evidence({
    check: 35,
    figures: {
      'hostile configurations': bombs.length,
      'of these accepted': 0,
      'slowest, ms': slowest,
      'memory growth, MB': most / 2 ** 20,
      'prototypes changed': 0,
    },
    breaks: 'the number of words is not limited before parsing',
  })
})
