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

const issuerOf = (client: Partial<OidcClient> = {}, timeoutMs = 3_000) =>
  createIssuer({ ...served.client, ...client }, { redirectUri, clock: systemClock, timeoutMs })

test('an issuer that does not answer times out', async () => {
  served.fault('hang')
  await expect(issuerOf({}, 100).authorizeUrl('s', proof)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  served.fault(null)
})

test('a wrong secret is an error of the configuration, not of the user', async () => {
  const identified = issuerOf({ secret: 'wrong' }).identify(`?code=code&iss=${served.client.issuer}`, proof)
  const cause = { message: expect.stringMatching(/\/token answered 401$/) }
  await expect(identified).rejects.toMatchObject({ code: 'UNAVAILABLE', cause })
})

test('the reason for the log does not quote an answer that is no JSON', async () => {
  const headers = { 'content-type': 'application/json' }
  vi.stubGlobal('fetch', async () => new Response('a.secret.token', { headers }))
  const message = 'parsing error occured: failed to parse "response" body as JSON'
  await expect(issuerOf().authorizeUrl('s', proof)).rejects.toMatchObject({ cause: { message } })
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
