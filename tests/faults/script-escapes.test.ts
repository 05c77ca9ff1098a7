import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { scriptOutcome } from '#server/platform/scripts/outcome.ts'
import { createScriptPool, type ScriptPool } from '#server/platform/scripts/pool.ts'
import { evidence } from '#tests/support/evidence.ts'

const limits = { timeMs: 20_000, memoryMib: 32, outputBytes: 262_144, logLines: 100, progressCalls: 100 }
/** Of attempts that take all the time they get, milliseconds; others may need more on a slow machine. */
const SHORT_MS = 400
const time = 'The script ran longer than 0.4 s'
const memory = 'The script needed more than 32 MiB of memory'
const output = 'The script wrote more than 0.25 MiB of log lines and outputs'
const depth = 'The script nests calls or values too deep'

/** What a script must not have: none of these exist inside. */
const host =
  'process require module fetch WebAssembly console setTimeout setInterval queueMicrotask Buffer global std os Worker XMLHttpRequest importScripts performance structuredClone'.split(
    ' ',
  )
const typeofs = `[${host.map((name) => `typeof ${name}`).join(', ')}].join()`
const nothing = { seen: host.map(() => 'undefined').join() }
const seen = (expression: string) => `export default ({ log, progress, inputs }) => ({ seen: ${expression} })`
const body = (code: string) => `export default ({ log, progress, inputs }) => { ${code} }`

/** Each attempt with what must come of it: outputs, or a reason; a list has the reasons that are as good. */
const attempts: [string, string, object | string | RegExp][] = [
  ['host globals', seen(typeofs), nothing],
  ['host globals by eval', seen(`eval(${JSON.stringify(typeofs)})`), nothing],
  ['host globals by Function', seen(`Function('return ' + ${JSON.stringify(typeofs)})()`), nothing],
  ['constructor of log', seen(`log.constructor('return ' + ${JSON.stringify(typeofs)})()`), nothing],
  [
    'constructor of constructor',
    seen(`({}).constructor.constructor('return ' + ${JSON.stringify(typeofs)})()`),
    nothing,
  ],
  [
    'async constructor',
    `export default async () => ({ seen: await (async () => {}).constructor('return ' + ${JSON.stringify(typeofs)})() })`,
    nothing,
  ],
  [
    'generator constructor',
    seen(`(function* () {}).constructor('yield ' + ${JSON.stringify(typeofs)})().next().value`),
    nothing,
  ],
  [
    'this of a sloppy function',
    seen('Function(\'return Object.getOwnPropertyNames(this).includes("process")\')()'),
    { seen: false },
  ],
  [
    'constructor of the inputs',
    seen("inputs.constructor.constructor('return typeof process')()"),
    { seen: 'undefined' },
  ],
  [
    'arguments and callers',
    body("try { return { seen: typeof log.caller } } catch (error) { return { seen: 'refused' } }"),
    { seen: 'refused' },
  ],
  [
    'static import',
    "import fs from 'node:fs'; export default () => ({ fs })",
    /could not load module|not supported|fs/,
  ],
  ['static import of a file', "import x from '/etc/passwd'; export default () => ({ x })", /passwd|module/],
  [
    'dynamic import',
    "export default async () => ({ seen: typeof (await import('node:fs')).readFileSync })",
    /module|fs/,
  ],
  [
    'import of itself',
    "export default async () => ({ seen: typeof (await import('script.js')).default })",
    { seen: 'function' },
  ],
  ['import.meta', seen('Object.keys(import.meta).join()'), { seen: '' }],
  [
    'Error.prepareStackTrace',
    body(
      "Error.prepareStackTrace = (e, frames) => { globalThis.frames = frames; return 'x' }; const s = new Error('x').stack; return { seen: typeof (globalThis.frames?.[0]?.getThis?.()) }",
    ),
    { seen: 'undefined' },
  ],
  [
    'pollution of prototypes',
    body(
      'Object.prototype.polluted = 1; Array.prototype.push = () => 1; Function.prototype.call = () => 1; return { seen: 1 }',
    ),
    { seen: 1 },
  ],
  [
    'JSON replaced',
    body("JSON.stringify = () => 'hacked'; JSON.parse = () => 1; return { seen: 1 }"),
    { seen: 1 },
  ],
  [
    'then replaced',
    body('Promise.prototype.then = () => 1; Promise.resolve = () => 1; return { seen: 1 }'),
    { seen: 1 },
  ],
  [
    'String replaced',
    body("String.prototype.toString = () => 'x'; String = () => 'x'; log('a'); return { seen: 1 }"),
    { seen: 1 },
  ],
  [
    '__proto__ in the result',
    body('return JSON.parse(\'{"__proto__":{"polluted":true},"seen":1}\')'),
    JSON.parse('{"__proto__":{"polluted":true},"seen":1}'),
  ],
  ['global left behind', body('globalThis.left = log; return { seen: 1 }'), { seen: 1 }],
  ['global of the one before', seen('typeof globalThis.left'), { seen: 'undefined' }],
  ['prototype of the one before', seen('typeof ({}).polluted'), { seen: 'undefined' }],
  [
    'log replaced',
    body('try { log.call = 1; return { seen: typeof log.call } } catch { return { seen: "frozen" } }'),
    { seen: 'frozen' },
  ],
  [
    'settle twice',
    `export default () => ({ then(done) { done({ seen: 1 }); done({ seen: 2 }) } })`,
    { seen: 1 },
  ],
  [
    'toString that throws',
    body(
      "try { log({ toString() { throw 1 }, toJSON() { throw new Error('x') } }) } catch (e) { return { seen: String(e) } }",
    ),
    { seen: 'Error: x' },
  ],
  [
    'SharedArrayBuffer',
    seen('typeof SharedArrayBuffer === "undefined" || new SharedArrayBuffer(8).byteLength === 8'),
    { seen: true },
  ],
  ['weird texts', body("log('\\0\\ud800\\u2028'); return { seen: 1 }"), { seen: 1 }],
  [
    'Symbol.species',
    body(
      'class A extends Array { static get [Symbol.species]() { return Function } } try { new A(3).map(() => 1); return { seen: 1 } } catch { return { seen: 1 } }',
    ),
    { seen: 1 },
  ],
  ['no outputs', body('return [1]'), 'The script must return an object of outputs, not an array'],
  [
    'a function as result',
    body('return () => 1'),
    'The script must return an object of outputs, not a function',
  ],
  ['a text as result', body("return '{}'"), 'The script must return an object of outputs, not a string'],
  ['toJSON that lies', body("return { toJSON: () => 'x' }"), 'The script must return an object of outputs'],
  ['BigInt in the result', body('return { seen: 1n }'), /BigInt|bigint/],
  ['a cycle in the result', body('const a = {}; a.a = a; return a'), /circular/],
  ['no default export', 'export const a = 1', 'The script has no default export that is a function'],
  ['a thrown getter', body('throw { get message() { throw 1 } }'), 'The script threw what cannot be read'],
  [
    'a promise that nothing settles',
    body('return new Promise(() => {})'),
    'The script waits for what never comes',
  ],
  [
    'a top-level await for nothing',
    'await new Promise(() => {}); export default 1',
    'The script waits for what never comes',
  ],
  ['deep JSON', body("return { seen: JSON.parse('['.repeat(1e6)) }"), /stack|deep|nests/],
  [
    'a deep result',
    body('let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return { a }'),
    /stack|nests|memory/,
  ],
  [
    'a result a little too deep',
    body('let a = {}; for (let i = 0; i < 500; i++) a = { a }; return a'),
    depth,
  ],
  ['deep recursion', body('const f = () => f() + 1; return { f: f() }'), /stack|nests/],
  [
    'a deep pattern',
    body("return { seen: new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('') }"),
    /stack|nests|large|many/,
  ],
  [
    'a chain of proxies',
    body('let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x'),
    /stack|nests|longer/,
  ],
  ['a huge text', body("return { seen: 'x'.repeat(2 ** 29).length }"), /memory|too long/],
  ['memory by arrays', body('const a = []; for (;;) a.push(new Array(1000).fill(1))'), memory],
  ['memory by texts', body("const a = []; for (let i = 0; ; i++) a.push('x'.repeat(10000) + i)"), memory],
  ['a large typed array', body('return { seen: new Uint8Array(2 ** 30).length }'), memory],
  ['output by log', body("for (;;) log('x'.repeat(10000))"), output],
  ['one large log line', body("log('x'.repeat(1e6)); return {}"), output],
  ['a large result', body("return { seen: 'x'.repeat(1e6) }"), output],
  ['many log lines', body('for (;;) log(1)'), 'The script wrote more than 100 log lines'],
  ['much progress', body('for (;;) progress(0.5)'), 'The script called progress more than 100 times'],
  [
    'progress of nonsense',
    body("progress('x'); progress({}); progress(NaN); progress(7); return { seen: 1 }"),
    { seen: 1 },
  ],
  ['a loop', body('for (;;) ;'), time],
  ['a loop that catches its stop', body('for (;;) { try { for (;;) ; } catch {} finally {} }'), time],
  ['microtasks without end', 'export default async () => { for (;;) await null }', time],
  ['a getter that loops', body('return { get a() { for (;;) ; } }'), time],
  ['backtracking', body("return { seen: /^(a+)+$/.test('a'.repeat(40) + 'b') }"), time],
  [
    'a built-in that takes no interrupt',
    body("const a = []; a.length = 4294967295; return { seen: a.join('') }"),
    time,
  ],
]

let pool: ScriptPool
beforeAll(() => {
  pool = createScriptPool({ limits, log: pino({ level: 'silent' }) })
})
afterAll(() => pool.stop())

async function attempt(code: string, timeMs = limits.timeMs) {
  const listener = { log: () => {}, progress: () => {} }
  const signal = new AbortController().signal
  const settled = await pool.run({
    owner: 'account',
    code,
    inputs: '{"a":1}',
    begin: () => timeMs,
    listener,
    signal,
  })
  return scriptOutcome(settled, limits, timeMs)
}

test('no script escapes, and each limit is named in words with its value', async () => {
  const outcomes = await Promise.all(
    attempts.map(async ([name, code, expected]) => {
      const outcome = await attempt(code, expected === time ? SHORT_MS : undefined)
      return { name, expected, outcome }
    }),
  )
  const escapes = outcomes.filter(({ expected, outcome }) => {
    const got = 'outputs' in outcome ? outcome.outputs : outcome.reason
    if (typeof got === 'string') return !(expected instanceof RegExp ? expected.test(got) : expected === got)
    return expected instanceof RegExp || JSON.stringify(expected) !== JSON.stringify(got)
  })
  expect(escapes).toEqual([])
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  // The process that runs after all of them is sound.
  expect(await attempt(seen('inputs.a'))).toEqual({ outputs: { seen: 1 } })
  evidence({
    check: 94,
    figures: { attempts: attempts.length, escapes: escapes.length },
    breaks: 'a memory without its maximum; a prelude that uses what the script has replaced',
  })
})
