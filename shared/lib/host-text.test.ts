import { expect, it } from 'vitest'
import { shortHost, withShortHost } from './host-text.ts'

it.each([
  ['payments 2.14.1 @ ip-10-3-41-19.eu-west-1', 'payments 2.14.1 @ ip-10-3-41-19'],
  ['stable · 2.14.1 @ crane-07', 'stable · 2.14.1 @ crane-07'],
  ['2.14.1 @ 10.3.41.19', '2.14.1 @ 10.3.41.19'],
  ['2.14.1', '2.14.1'],
])('%s has the first label of its host only', (text, short) => {
  expect(withShortHost(text)).toBe(short)
})

it.each([
  ['mail-4.eu-west-1', 'mail-4'],
  ['mail-4', 'mail-4'],
  ['10.0.0.4', '10.0.0.4'],
  ['fd00::4', 'fd00::4'],
])('the host %s has the short name %s', (host, short) => {
  expect(shortHost(host)).toBe(short)
})
