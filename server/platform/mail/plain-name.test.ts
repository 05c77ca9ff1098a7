import { expect, test } from 'vitest'
import { plainAddress, plainName } from './plain-name.ts'

test.each([
  ['Orders', 'Orders'],
  ["Kim's R&D (EU) #2, _new-", "Kim's R&D (EU) #2, _new-"],
  ['Übersetzung 翻訳 Łódź', 'Übersetzung 翻訳 Łódź'],
  ['Version 2.1', 'Version 2 1'],
  ['https://evil.test/pay?now=1', 'https evil test pay now 1'],
  ['www.evil.test', 'www evil test'],
  ['mailto:me@evil.test', 'mailto me evil test'],
  ['ｈｔｔｐ：／／ｅｖｉｌ．ｔｅｓｔ', 'http evil test'],
  ['evil。test evil․test ⒈com ℀', 'evil test evil test 1 com a c'],
  ['a"b\r\nBcc: c\u2028d\u202ee\u200b.f', 'a b Bcc c d e f'],
  [' ... ', ''],
])('%j stands in a mail as %j', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})

test('a long name is cut', () => {
  expect(plainName('x'.repeat(200))).toBe(`${'x'.repeat(99)}…`)
})

test.each([
  ['anna.smith+x@mail.example.test', 'anna.smith+x@mail.example.test'],
  ['admin@localhost', 'admin@localhost'],
  ['www.evil.test@example.test', 'www evil test example test'],
  ['evil.test/pay?x=@example.test', 'evil test pay x example test'],
  ['a@b.test\nX: y', 'a b test X y'],
])('the address %j stands in a mail as %j', (email, plain) => {
  expect(plainAddress(email)).toBe(plain)
})
