import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import type { OidcClient } from '#server/platform/oidc/provider.ts'

/**
 * The fault of the issuer, until it is changed. `refuses`: the user declines at the issuer's page. `trailing-slash`: the
 * issuer adds one to its address, which is allowed. `mix-up`: the callback names another issuer.
 */
export type IssuerFault =
  | 'refuses'
  | 'trailing-slash'
  | 'mix-up'
  | 'another-issuer'
  | 'another-key'
  | 'old-key'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'wrong-nonce'
  | 'wrong-party'
  | 'expired'
  | 'error'
  | 'flood'
  | 'hang'

/** An OpenID Connect issuer with real keys. Every user is signed in there, so it redirects back at once. */
export interface OidcIssuer {
  client: OidcClient
  /** Every request, in order, as `GET /keys`. */
  seen: string[]
  /** Every secret that it issued or received: codes, tokens, verifiers, states. */
  secrets: string[]
  fault(fault: IssuerFault | null): void
  /** Publishes a new key instead of the present one, and signs with it. */
  rotateKeys(): Promise<void>
  /** The user of its next tokens. */
  person(claims: JWTPayload): void
  stop(): Promise<void>
}

interface Grant {
  redirectUri: string
  challenge: string
  nonce: string
}

/** `redirectUri` is the only redirect address that is registered for the client. */
export async function startOidcIssuer(redirectUri: string): Promise<OidcIssuer> {
  const seen: string[] = []
  const secrets: string[] = []
  const grants = new Map<string, Grant>()
  const otherKey = await generateKeyPair('ES256')
  const signingKeys = [{ kid: 'key-0', pair: await generateKeyPair('ES256') }]
  const keyOf = (back: number) => {
    const found = signingKeys.at(-1 - back)
    if (!found) throw new Error('There is no older key')
    return found
  }
  let fault: IssuerFault | null = null
  let person: JWTPayload = {}
  // Both are form-encoded.
  const client = { issuer: '', id: 'console:one', secret: 'se cret/+%' }

  const ownName = () => client.issuer + (fault === 'trailing-slash' ? '/' : '')

  function authorize(query: URLSearchParams): string {
    const value = (name: string) => query.get(name) ?? ''
    const isRight =
      ['response_type code', 'scope openid email', 'code_challenge_method S256'].every((pair) => {
        const [name = '', ...rest] = pair.split(' ')
        return value(name) === rest.join(' ')
      }) &&
      value('client_id') === client.id &&
      value('redirect_uri') === redirectUri
    if (!isRight) throw new Error('The request differs from the registered client')
    const back = new URL(redirectUri)
    back.searchParams.set('state', value('state'))
    back.searchParams.set('iss', fault === 'mix-up' ? 'https://another.example.test' : ownName())
    if (fault === 'refuses') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(16).toString('hex')
      grants.set(code, { redirectUri, challenge: value('code_challenge'), nonce: value('nonce') })
      secrets.push(code, value('state'))
      back.searchParams.set('code', code)
    }
    return back.href
  }

  async function token(request: IncomingMessage): Promise<[number, object]> {
    const given = /^Basic (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const pair = Buffer.from(given, 'base64').toString().split(':')
    const [id, secret] = pair.map((part) => new URLSearchParams(`=${part}`).get(''))
    if (id !== client.id || secret !== client.secret) return [401, { error: 'invalid_client' }]
    const form = new URLSearchParams(await bodyOf(request))
    const [code, verifier] = [form.get('code') ?? '', form.get('code_verifier') ?? '']
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isRight =
      form.get('grant_type') === 'authorization_code' && form.get('redirect_uri') === grant?.redirectUri
    if (!grant || !isRight || challenge !== grant.challenge) return [400, { error: 'invalid_grant' }]
    const idToken = await sign(grant)
    secrets.push(verifier, idToken)
    return [200, { token_type: 'Bearer', access_token: 'unused', id_token: idToken }]
  }

  function sign({ nonce }: Grant): Promise<string> {
    const second = Math.floor(Date.now() / 1000)
    const { kid, pair } = keyOf(fault === 'old-key' ? 1 : 0)
    const parts = fault === 'wrong-party' ? { azp: 'another' } : {}
    return new SignJWT({ ...person, ...parts, nonce: fault === 'wrong-nonce' ? 'of-another' : nonce })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(fault === 'wrong-issuer' ? 'https://another.example.test' : ownName())
      .setSubject('somebody')
      .setAudience(fault === 'wrong-audience' ? 'another' : client.id)
      .setIssuedAt(second)
      .setExpirationTime(second + (fault === 'expired' ? -300 : 300))
      .sign(fault === 'another-key' ? otherKey.privateKey : pair.privateKey)
  }

  async function publishedKey() {
    const { kid, pair } = keyOf(0)
    return { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', client.issuer)
    seen.push(`${request.method} ${pathname}`)
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/authorize') response.writeHead(302, { location: authorize(searchParams) }).end()
    else if (fault === 'hang') return
    else if (fault === 'error') json(500, { error: 'inner-host.example.test' })
    else if (fault === 'flood') response.end(JSON.stringify({ issuer: 'x'.repeat(4 * 1024 * 1024) }))
    else if (pathname === '/token') json(...(await token(request)))
    else if (pathname === '/keys') json(200, { keys: [await publishedKey()] })
    else if (pathname === '/.well-known/openid-configuration')
      json(200, {
        issuer: fault === 'another-issuer' ? 'https://another.example.test' : ownName(),
        authorization_endpoint: `${client.issuer}/authorize`,
        token_endpoint: `${client.issuer}/token`,
        jwks_uri: `${client.issuer}/keys`,
        id_token_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
      })
    else json(404, {})
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    client,
    seen,
    secrets,
    fault: (next) => void (fault = next),
    async rotateKeys() {
      signingKeys.push({ kid: `key-${signingKeys.length}`, pair: await generateKeyPair('ES256') })
    },
    person: (claims) => void (person = claims),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
