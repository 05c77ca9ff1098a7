import { expect, test } from 'vitest'
import { fastest } from '#tests/support/fastest.ts'
import { seededRandom } from '#tests/support/random.ts'
import { differing, joining } from './fingerprint-pairs.ts'
import { fingerprintOf, topFrame, type Failure } from './fingerprint.ts'

const of = (reason: string | null, more: Partial<Failure> = {}) =>
  fingerprintOf({ type: 'task.shop.pay', reason, trace: null, taskName: 'pay', named: null, ...more })
const print = (reason: string | null, more?: Partial<Failure>) => of(reason, more).fingerprint

test('there are 100 pairs', () => expect(joining.length + differing.length).toBe(100))

test.each(joining)('%j joins %j', (one, other) => {
  expect([of(one).title, print(one)]).toEqual([expect.any(String), print(other)])
})

test.each(differing)('%j does not join %j', (one, other) => {
  expect(of(one).title).not.toBe(of(other).title)
  expect(print(one)).not.toBe(print(other))
})

const random = seededRandom(20_260_722)
const below = (bound: number) => Math.floor(random() * bound)
const pick = (letters: string, length: number) =>
  Array.from({ length }, () => letters[below(letters.length)]).join('')
const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
/** Text with at least one digit, as ids have it. */
const withDigit = (text: string) => `${text.slice(0, -1)}${below(10)}`
const bytes = (length: number) => Buffer.from(Array.from({ length }, () => below(256)))

/** What varies from one failure to another of the same cause. */
const varying: Record<string, () => string> = {
  uuid: () =>
    bytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  ulid: () => `01${pick('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 24)}`,
  'object id': () => withDigit(pick('0123456789abcdef', 24)),
  hash: () => withDigit(pick('0123456789abcdef', 6 + below(59))),
  pointer: () => `0x${withDigit(pick('0123456789abcdef', 12))}`,
  base64: () => withDigit(bytes(18 + 3 * below(10)).toString('base64url')),
  integer: () => String(below(10_000_000)),
  signed: () => `${'+-'[below(2)]}${below(1000)}`,
  decimal: () => `${below(1000)}.${1 + below(99)}`,
  grouped: () => `${1 + below(999)},${100 + below(900)}`,
  duration: () => `${1 + below(90_000)}${['ms', 's', ' ms', ' seconds', 'h'][below(5)]}`,
  size: () => `${1 + below(900)}${['KiB', ' MB', 'GB', ' bytes'][below(4)]}`,
  percent: () => `${below(100)}%`,
  moment: () => new Date(below(2 ** 31 - 1) * 1000).toISOString(),
  'moment of mails': () => new Date(below(2 ** 31 - 1) * 1000).toUTCString(),
  'German date': () => `${1 + below(28)}.${10 + below(3)}.20${10 + below(89)}`,
  time: () => `${10 + below(13)}:${10 + below(49)}:${10 + below(49)}`,
  ip: () => [1 + below(250), below(250), below(250), below(250)].join('.'),
  'ip and port': () => `10.0.${below(250)}.${below(250)}:${1 + below(65_000)}`,
  ipv6: () => `2001:db8::${withDigit(pick('0123456789abcdef', 4))}:${withDigit(pick('0123456789abcdef', 3))}`,
  mail: () => `${pick(lower, 6)}.${pick(lower, 3)}@${pick(lower, 8)}.com`,
  url: () => `https://${pick(lower, 7)}.example/${pick(lower, 4)}?q=${below(100)}`,
  host: () => `${pick(lower, 5)}-${below(20)}.internal`,
  quoted: () => `"${pick(`${lower}  `, 3 + below(20))}x"`,
  'single quoted': () => `'${pick(lower, 3 + below(20))}'`,
  path: () => `/${pick(lower, 4)}/${pick(lower, 6)}/${pick(lower + digits, 5)}`,
  'windows path': () => `C:\\${pick(lower, 4)}\\${pick(lower, 6)}.txt`,
  'file and line': () => `${pick(lower, 6)}.py:${1 + below(900)}`,
  pod: () =>
    `web-${withDigit(pick('bcdfghjklmnpqrstvwxz2456789', 9))}-${pick('bcdfghjklmnpqrstvwxz2456789', 5)}`,
}
const sentences = [
  'Order {} was lost',
  'cannot read: {}',
  '{} is invalid',
  'stopped (id={}), try again',
  'no [{}] here',
]

test.each(Object.entries(varying))('the same reason with another %s is the same failure', (_, make) => {
  for (const sentence of sentences) {
    const reasons = Array.from({ length: 60 }, () => sentence.replace('{}', make()))
    const prints = new Map(reasons.map((reason) => [print(reason), reason]))
    expect([...prints.values()].map((reason) => `${reason} -> ${of(reason).title}`)).toHaveLength(1)
  }
})

test('other sentences are other failures', () => {
  const prints = sentences.map((sentence) => print(sentence.replace('{}', '17')))
  expect(new Set(prints).size).toBe(sentences.length)
})

test('a reason of which nothing is left is its own title, and still the same failure', () => {
  expect(['b1', '42', '#7 / 8f14e45fceea'].map((reason) => of(reason).title)).toEqual([
    'b1',
    '42',
    '#7 / 8f14e45fceea',
  ])
  expect(print('b1')).toBe(print('b2'))
  expect(of('b1', { named: 'broken' }).title).toBe('b1')
})

test('addresses in brackets are one with others', () => {
  const refused = print('connect ECONNREFUSED 10.0.0.1:5432')
  for (const address of ['[fd00::1]:99', '[::1]:5432', '[fe80::1%2]:80', '[fd00::1]'])
    expect(print(`connect ECONNREFUSED ${address}`)).toBe(refused)
})

test('another task type is another failure', () => {
  expect(print('boom', { type: 'task.a.b' })).not.toBe(print('boom', { type: 'task.a.c' }))
})

test('without a reason the top frame of the trace decides, then the name of the task', () => {
  const node = (line: number) =>
    `Error: order ${line}\n    at pay (/srv/shop/pay.js:${line}:5)\n    at main (/x.js:1:1)`
  for (const reason of [null, '', '  ', 'Failed without a reason']) {
    expect(of(reason, { trace: node(3) })).toEqual(of(null, { trace: node(99) }))
    expect(of(reason, { trace: node(3) }).title).toBe('at pay (pay.js)')
    expect(of(reason).title).toBe('pay')
  }
  expect(
    topFrame('Traceback (most recent call last):\n  File "/a/b.py", line 3, in go\n    x()\nValueError'),
  ).toBe('File "b.py", in go')
  expect(print(null, { taskName: 'ship' })).not.toBe(print(null))
})

test('a named fingerprint joins whatever the reason, inside its type', () => {
  const named = 'card-declined'
  expect(print('one', { named })).toBe(print('another', { named }))
  expect(print('one', { named })).not.toBe(print('one'))
  expect(print('one', { named, type: 'task.a.b' })).not.toBe(print('one', { named }))
  expect(of('Order 17 lost', { named }).title).toBe('Order # lost')
})

test('titles show where something varies', () => {
  expect(of('Order 17 of customer "Ada" failed at 10:00:05: HTTP 503 from https://x.example/a').title).toBe(
    'Order # of customer # failed at #: HTTP 503 from #',
  )
})

/** Milliseconds of five reasons of that length that repeat a part; the compiler and other threads add to some calls. */
function costOf(part: string, length: number): Promise<number> {
  const reason = part.repeat(Math.ceil(length / part.length)).slice(0, length)
  return fastest(4, () => {
    for (let call = 0; call < 5; call++) of(reason, { trace: reason })
  })
}

test('a long reason is cheap, whatever it contains', async () => {
  const hostile = [
    'a',
    '1',
    ' ',
    '"',
    "'",
    '.',
    'a.',
    '1.',
    ':',
    '/',
    'a/',
    '@',
    '#',
    '-',
    'a1',
    '\\',
    '„',
    '://',
    'é',
  ]
  for (const part of hostile) {
    // 4,000 characters are read. What grows with their square costs 16 times as much as a quarter of them.
    const [whole, quarter] = [await costOf(part, 20_000), await costOf(part, 1000)]
    expect([part, whole < 9 * quarter + 0.2, whole < 20]).toEqual([part, true, true])
  }
})
