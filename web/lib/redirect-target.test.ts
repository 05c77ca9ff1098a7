import { describe, expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

describe('redirectTarget', () => {
  it.each([
    ['/apps', '/apps'],
    ['/apps/a1/workqueues?status=failed&tags=a%2Cb#top', '/apps/a1/workqueues?status=failed&tags=a%2Cb#top'],
    ['/apps?tags=caf%C3%A9', '/apps?tags=caf%C3%A9'],
  ])('%s is followed', (value, target) => expect(redirectTarget(value)).toBe(target))

  it.each([
    null,
    undefined,
    '',
    'apps',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    ' //evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%252Fevil.example',
    '/%5Cevil.example',
    '/%255cevil.example',
    '/%09/evil.example',
    '/%0d%0aLocation:evil',
    '/.//evil.example',
    '/..//evil.example',
    '/apps/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e%2f/evil.example',
    '/%',
    '/%E0%A4%A',
    '/login',
    '/login?redirectTo=/login',
    '/logout',
  ])('%j leads to the start', (value) => expect(redirectTarget(value)).toBe('/'))
})
