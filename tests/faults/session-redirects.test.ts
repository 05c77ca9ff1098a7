import { afterAll, beforeAll, expect, test } from 'vitest'
import { localPath } from '#shared/lib/local-path.ts'
import { redirectTarget } from '#web/lib/login-address.ts'
import { evidence } from '../support/evidence.ts'
import { startFakePlatform } from '../support/fake-platform.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startSsoPage, temporaryTokensOf, type SsoPage } from '../support/sso-page.ts'

/** Check 8: whatever `redirectTo` a link has, single sign-on and the login page lead to this console. */

const hostile = [
  '//evil.test',
  '///evil.test',
  '////evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  '/\u0000/evil.test',
  'https:evil.test',
  'https:/evil.test',
  'https://evil.test/',
  'HTTPS://EVIL.test',
  'http:\\\\evil.test',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'ok@evil.test',
  '@evil.test',
  '/%2Fevil.test',
  '/%2f%2fevil.test',
  '/%252Fevil.test',
  '/%25252fevil.test',
  '/%2525252525252fevil.test',
  '/%5Cevil.test',
  '/%255cevil.test',
  '/%5c%5cevil.test',
  '/%09/evil.test',
  '/%0d%0aLocation:evil',
  '/.//evil.test',
  '/..//evil.test',
  '/apps/..//evil.test',
  '/%2e//evil.test',
  '/%2e%2e%2f/evil.test',
  '/%',
  '/%E0%A4%A',
  'evil\u3002test',
  '\uff0f\uff0fevil.test',
]
/** They look unusual, but a browser stays on this site; the second value is the path that it opens. */
const harmless: [string, string][] = [
  ['/apps?page=2&tags=a%2Cb#top', '/apps?page=2&tags=a%2Cb#top'],
  ['/ok@evil.test', '/ok@evil.test'],
  ['/apps?next=%2F%2Fevil.test', '/apps?next=%2F%2Fevil.test'],
  ['/\u3002\u3002/evil.test', '/%E3%80%82%E3%80%82/evil.test'],
  ['/javascript:alert(1)', '/javascript:alert(1)'],
]

let sso: SsoPage
let gateway: TestGateway
beforeAll(async () => {
  const platform = await startFakePlatform()
  sso = await startSsoPage(temporaryTokensOf(platform))
  gateway = await startTestGateway({ platform, env: { SSO_AUTHORIZE_URL: sso.authorizeUrl } })
})
afterAll(async () => {
  await gateway.close()
  await sso.stop()
})

/** The address of the browser after the vendor's redirect, without the vendor's parameters. */
async function landing(redirectTo: string): Promise<URL> {
  const host = 'console.test:8080'
  const begun = await gateway.http.get('/session/sso').query({ redirectTo }).set('host', host).expect(303)
  const back = await fetch(begun.headers['location'] ?? '', { redirect: 'manual' })
  expect(back.status).toBe(303)
  const url = new URL(back.headers.get('location') ?? '')
  for (const name of ['token', 'state']) url.searchParams.delete(name)
  return url
}

test('check 8: no redirectTo leaves the console', async () => {
  const origin = 'http://console.test:8080'
  for (const value of hostile) {
    expect([value, (await landing(value)).href]).toEqual([value, `${origin}/`])
    expect([value, redirectTarget(value)]).toEqual([value, '/'])
  }
  for (const [value, path] of harmless) {
    const landed = await landing(value)
    expect([value, landed.origin]).toEqual([value, origin])
    expect([value, localPath(value), redirectTarget(value)]).toEqual([value, path, path])
  }
  const strings = hostile.length + harmless.length
  expect(strings).toBeGreaterThanOrEqual(40)
  evidence({
    check: 8,
    figures: { strings, 'left the console': 0, 'by the gateway and in the browser': 'the same rule' },
    breaks: 'localPath does not check the decoded form',
  })
})
