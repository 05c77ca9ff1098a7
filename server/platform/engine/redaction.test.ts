import { describe, expect, test } from 'vitest'
import { fastest } from '#tests/support/fastest.ts'
import { createRedactor } from './redaction.ts'

const secret = 'Pa$$w0rd/"ü+ <&>~\n§'
const redacted = (text: string, value = secret) => createRedactor([{ name: 'KEY', value }]).text(text)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const formEncoded = (value: string) => new URLSearchParams({ value }).toString().slice('value='.length)
const python = (value: string) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

describe('a secret is replaced by its name', () => {
  test.each<[string, (value: string) => string]>([
    ['as it is', (value) => value],
    ['inside longer text', (value) => `token=${value}&rest`],
    ['in JSON', (value) => JSON.stringify({ a: value })],
    ['in JSON of ASCII', python],
    ['in JSON with escaped slashes', (value) => JSON.stringify(value).replaceAll('/', '\\/')],
    ['percent-encoded', encodeURIComponent],
    [
      'percent-encoded in lower case',
      (value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ['as a field of a form', formEncoded],
    ['in hexadecimal', (value) => Buffer.from(value).toString('hex')],
    ['in hexadecimal capitals', (value) => Buffer.from(value).toString('hex').toUpperCase()],
    ['in base64', base64],
    ['in base64 after one byte', (value) => base64(`u${value}`)],
    ['in base64 after two bytes', (value) => base64(`u:${value}`)],
    ['in base64 between others', (value) => base64(`user:${value}:more`)],
    ['in base64url', (value) => Buffer.from(`user:${value}`).toString('base64url')],
    ['in base64 in an address', (value) => encodeURIComponent(base64(`user:${value}`))],
    ['in base64 of several lines', (value) => base64(value.repeat(9)).replace(/.{76}/g, '$&\r\n')],
  ])('%s', (_how, write) => {
    for (const value of [secret, 'p455w0rd', 'x'.repeat(31) + 'ß', 'AKIA/0+=secret+key/of-aws']) {
      const text = redacted(write(value), value)
      expect(text).toContain('$var.KEY')
      // Nothing that depends on the secret is left beside the name.
      for (const form of [value, base64(value).slice(0, -3), Buffer.from(value).toString('hex')])
        expect(text).not.toContain(form)
    }
  })

  test('with the characters of base64 that it shares with its neighbours', () => {
    expect(redacted(base64('user:p455w0rd!'), 'p455w0rd')).toBe('dXNlcj$var.KEYE=')
    expect(redacted('xx p455w0rd yy p455w0rd', 'p455w0rd')).toBe('xx $var.KEY yy $var.KEY')
  })

  test('in keys, numbers and at any depth of a value', () => {
    const redactor = createRedactor([{ name: 'PIN', value: '12345678' }])
    const value = JSON.parse(
      '{"12345678":[{"n":12345678,"ok":7,"none":null,"yes":true}],"__proto__":"12345678"}',
    )
    expect(JSON.stringify(redactor.object(value))).toBe(
      '{"$var.PIN":[{"n":"$var.PIN","ok":7,"none":null,"yes":true}],"__proto__":"$var.PIN"}',
    )
    expect([...redactor.found]).toEqual(['PIN'])
  })

  test('the longest of several that begin at one place, each by its own name', () => {
    const redactor = createRedactor([
      { name: 'A', value: 'password' },
      { name: 'B', value: 'password-longer' },
      { name: 'C', value: 'other-secret' },
    ])
    expect(redactor.text('password-longer password other-secret')).toBe('$var.B $var.A $var.C')
    expect([...redactor.found].sort()).toEqual(['A', 'B', 'C'])
  })

  test('with its end, when it is longer than the compared start; and when it was cut', () => {
    const value = Array.from({ length: 900 }, (_, index) =>
      String.fromCharCode(33 + ((index * 7) % 90)),
    ).join('')
    expect(redacted(`<${value}>`, value)).toBe('<$var.KEY>')
    expect(redacted(`<${value.slice(0, 500)}`, value)).toBe('<$var.KEY')
    expect(redacted(value.slice(0, 100), value)).toBe(value.slice(0, 100))
  })
})

test('shorter secrets, and texts without one, stay as they are', () => {
  expect(redacted('true 1234567', '1234567')).toBe('true 1234567')
  const text = 'p455w0r p455w0rD dXNlcjpwYXNz'
  expect(redacted(text, 'p455w0rd')).toBe(text)
  expect(createRedactor([]).text('abc')).toBe('abc')
})

test('the time grows with the text, also for repetitive secrets and texts', async () => {
  const secrets = Array.from({ length: 50 }, (_, index) => ({
    name: `S${index}`,
    value: `${'a'.repeat(170)}${index}`,
  }))
  const redactor = createRedactor(secrets)
  const timeOf = (length: number) => {
    const text = `${'a'.repeat(127)}b`.repeat(length / 128)
    return fastest(4, () => redactor.text(text))
  }
  const [short, long] = [await timeOf(65_536), await timeOf(524_288)]
  // Eight times the text; a quadratic search would take sixty-four times as long.
  expect(long / short).toBeLessThan(32)
})

test('the search for the most and largest values that a task can receive is made within seconds', () => {
  const textOf = (seed: number) =>
    Array.from({ length: 5000 }, (_, n) => String.fromCharCode(33 + ((n * n * 31 + n * seed) % 94))).join('')
  const secrets = Array.from({ length: 200 }, (_, n) => ({ name: `V${n}`, value: `${n}:${textOf(n)}` }))
  const begun = performance.now()
  const redactor = createRedactor(secrets)
  expect(redactor.text(`x ${secrets[7]?.value} y`)).toBe('x $var.V7 y')
  expect(performance.now() - begun).toBeLessThan(5000)
})
