import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/lib/clock.ts'
import { startOidcIssuer, type OidcIssuer } from '#tests/support/oidc-issuer.ts'
import { createIssuer } from './issuer.ts'
import type { OidcClient } from './provider.ts'

const redirectUri = 'https://console.example.test/api/oidc/callback'
const proof = { nonce: 'n', verifier: 'v' }

let served: OidcIssuer
beforeAll(async () => {
  served = await startOidcIssuer(redirectUri)
})
afterEach(() => {
  vi.unstubAllGlobals()
})
afterAll(() => served.stop())

const issuerOf = (client: Partial<OidcClient> = {}) =>
  createIssuer({ ...served.client, ...client }, { redirectUri, clock: systemClock, timeoutMs: 100 })

test('an issuer that does not answer times out', async () => {
  served.fault('hang')
  await expect(issuerOf().authorizeUrl('s', proof)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  served.fault(null)
})

test('a wrong secret is an error of the configuration, not of the user', async () => {
  const identified = issuerOf({ secret: 'wrong' }).identify(`?code=code&iss=${served.client.issuer}`, proof)
  await expect(identified).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('concurrent sign-ins share one discovery', async () => {
  served.seen.length = 0
  const issuer = issuerOf()
  await Promise.all(Array.from({ length: 5 }, () => issuer.authorizeUrl('s', proof)))
  expect(served.seen).toEqual(['GET /.well-known/openid-configuration'])
})

test('an issuer with TLS and endpoints without TLS is refused', async () => {
  const issuer = 'https://id.example.test'
  const answer = vi.fn(async (_url: string | URL | Request) =>
    Response.json({
      issuer,
      authorization_endpoint: `${issuer}/a`,
      jwks_uri: `${issuer}/k`,
      token_endpoint: 'http://id.example.test/t',
    }),
  )
  vi.stubGlobal('fetch', answer)
  await expect(issuerOf({ issuer }).identify('?code=code', proof)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
  expect(answer.mock.calls.map(([url]) => url)).toEqual([`${issuer}/.well-known/openid-configuration`])
})
