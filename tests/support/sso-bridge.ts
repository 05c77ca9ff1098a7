import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { OidcClient } from '#server/platform/oidc/provider.ts'

/** The single sign-on of a foreign platform: between the console and an issuer. */
export interface SsoBridge {
  /** The value of `SSO_AUTHORIZE_URL`. */
  authorizeUrl: string
  stop(): Promise<void>
}

interface Begun {
  back: string
  state: string
  nonce: string
  verifier: string
}

/** `issue` makes a temporary token for the user with that e-mail; null: there is none. */
export async function startSsoBridge(
  clientOf: (redirectUri: string) => Promise<OidcClient>,
  issue: (email: string) => string | null,
): Promise<SsoBridge> {
  const begun = new Map<string, Begun>()
  const server = createServer((request, response) => {
    handle(new URL(request.url ?? '', origin)).then(
      (location) => response.writeHead(303, { location }).end(),
      (error: unknown) => response.writeHead(401).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const redirectUri = `${origin}/callback`
  const client = await clientOf(redirectUri)
  const issuer = await discovery(
    new URL(`${client.issuer}/.well-known/openid-configuration`),
    client.id,
    undefined,
    ClientSecretBasic(client.secret),
    { execute: [allowInsecureRequests, enableNonRepudiationChecks] },
  )

  async function handle(url: URL): Promise<string> {
    return url.pathname === '/authorize' ? begin(url.searchParams) : finish(url)
  }

  async function begin(query: URLSearchParams): Promise<string> {
    const [verifier, nonce, key] = [randomPKCECodeVerifier(), randomNonce(), randomState()]
    const [back, state] = [query.get('redirect_uri') ?? '', query.get('state') ?? '']
    begun.set(key, { back, state, nonce, verifier })
    return buildAuthorizationUrl(issuer, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: key,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href
  }

  async function finish(url: URL): Promise<string> {
    const key = url.searchParams.get('state') ?? ''
    const known = begun.get(key)
    if (!known) throw new Error('This sign-in did not begin here')
    begun.delete(key)
    const { back, state, nonce, verifier } = known
    const expected = { expectedNonce: nonce, pkceCodeVerifier: verifier, expectedState: key }
    const claims = (await authorizationCodeGrant(issuer, url, expected)).claims()
    const token = claims?.['email_verified'] === true ? issue(String(claims['email'])) : null
    if (token === null) throw new Error('This user is not known here')
    const target = new URL(back)
    target.searchParams.set('token', token)
    target.searchParams.set('state', state)
    return target.href
  }

  return {
    authorizeUrl: `${origin}/authorize`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
