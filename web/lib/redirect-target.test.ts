import { describe, expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

// What it must never follow: tests/faults/session-redirects.test.ts.
describe('redirectTarget', () => {
  it.each([
    ['/apps', '/apps'],
    ['/apps/a1/workqueues?status=failed&tags=a%2Cb#top', '/apps/a1/workqueues?status=failed&tags=a%2Cb#top'],
    ['/apps?tags=caf%C3%A9', '/apps?tags=caf%C3%A9'],
  ])('%s is followed', (value, target) => expect(redirectTarget(value)).toBe(target))

  it.each([null, undefined, '', 'apps', '/login', '/login?redirectTo=/login', '/logout#x'])(
    '%j leads to the start',
    (value) => expect(redirectTarget(value)).toBe('/'),
  )
})
