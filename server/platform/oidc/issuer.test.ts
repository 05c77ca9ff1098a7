import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/lib/clock.ts'
import { startOidcIssuer, type OidcIssuer } from '#tests/support/oidc-issuer.ts'
import { createIssuer } from './issuer.ts'
import type { OidcClient } from './provider.ts'

const redirectUri = 'https://console.example.test/api/oidc/callback'
const proof = { nonce: 'n', verifier: 'v' }

let served: OidcIssuer
beforeAll(async () => {
  served = await startOidcIssuer(redirectUri, Date.now)
})
afterEach(() => {
  vi.unstubAllGlobals()
})
afterAll(() => served.stop())

const issuerOf = (client: Partial<OidcClient> = {}) =>
  createIssuer({ ...served.client, ...client }, { redirectUri, clock: systemClock, timeoutMs: 100 })

test('one that says nothing is given up', async () => {
  served.fault('hang')
  await expect(issuerOf().authorizeUrl('s', proof)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  served.fault(null)
})

test('a wrong secret is a fault of the configuration, not of the person', async () => {
  await expect(issuerOf({ secret: 'wrong' }).identify('code', proof)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
})

test('those who begin at once share one question', async () => {
  served.seen.length = 0
  const issuer = issuerOf()
  await Promise.all(Array.from({ length: 5 }, () => issuer.authorizeUrl('s', proof)))
  expect(served.seen).toEqual(['GET /.well-known/openid-configuration'])
})

test('endpoints without TLS of an issuer with TLS are not asked', async () => {
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
  await expect(issuerOf({ issuer }).identify('code', proof)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(answer.mock.calls.map(([url]) => url)).toEqual([`${issuer}/.well-known/openid-configuration`])
})
