import { describe, expect, it, vi } from 'vitest'
import { redirectTarget, extractTemporaryToken } from './login-address.ts'

function bar(address: string) {
  const replaceState = vi.fn<History['replaceState']>()
  return {
    location: { href: `https://console.example${address}` },
    history: { state: { idx: 0 }, replaceState },
    /** The new address; undefined when it was not changed. */
    became: () => replaceState.mock.calls.at(-1)?.[2],
  }
}

it('reads and removes token and state, and keeps the rest of the address', () => {
  const back = bar('/apps/7?page=2&token=abc%2B1&state=xyz#end')
  expect(extractTemporaryToken(back)).toEqual({ token: 'abc+1', state: 'xyz' })
  expect(back.became()).toBe('/apps/7?page=2#end')
  expect(back.history.replaceState.mock.calls[0]?.[0]).toEqual({ idx: 0 })
})

it('reads a token without a state', () => {
  const back = bar('/?token=abc')
  expect(extractTemporaryToken(back)).toEqual({ token: 'abc' })
  expect(back.became()).toBe('/')
})

it('finds nothing in other addresses, and does not send an empty token', () => {
  const other = bar('/login?reset=abc&state=1')
  expect(extractTemporaryToken(other)).toBeNull()
  expect(other.became()).toBeUndefined()
  const empty = bar('/?token=')
  expect(extractTemporaryToken(empty)).toBeNull()
  expect(empty.became()).toBe('/')
})

// Addresses that it must never follow: tests/faults/session-redirects.test.ts.
describe('redirectTarget', () => {
  it.each([
    ['/apps', '/apps'],
    ['/apps/a1/workqueues?status=failed&tags=a%2Cb#top', '/apps/a1/workqueues?status=failed&tags=a%2Cb#top'],
    ['/apps?tags=caf%C3%A9', '/apps?tags=caf%C3%A9'],
  ])('%s is followed', (value, target) => expect(redirectTarget(value)).toBe(target))

  it.each([null, undefined, '', 'apps', '/login', '/login?redirectTo=/login', '/logout#x'])(
    '%j leads to the start page',
    (value) => expect(redirectTarget(value)).toBe('/'),
  )
})
