import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { AppError } from '#server/lib/errors.ts'

/** A sign-in needs several requests, and the gateway's timeout is 9.5 s. */
const TIMEOUT_MS = 3_000
/** Documents of an issuer have some kilobytes. */
const MAX_BYTES = 512 * 1024

/**
 * Sends a request to the issuer. Returns the whole response, of any status; redirects are errors. Throws
 * UNAVAILABLE.
 */
export async function fetchFromIssuer(
  url: string,
  init: RequestInit,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return new Response(await wholeBody(answer), { status: answer.status })
  } catch (error) {
    throw unavailable(error)
  }
}

/** The cause can contain host names, so it is only for the log. */
export function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'The identity provider cannot be asked at the moment', { cause })
}

async function wholeBody({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw new Error('The answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** An OpenID Connect issuer, and the credentials of this installation. */
export interface OidcClient {
  /** Http(s) address, without a trailing slash. */
  issuer: string
  id: string
  secret: string
}

/** The metadata and keys of an issuer. */
export interface Provider {
  metadata: z.infer<typeof metadataOf>
  keys: JWTVerifyGetKey
}

const endpoint = z.url({ protocol: /^https?$/ })
const metadataOf = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
})

/**
 * Reads the issuer's metadata. Throws UNAVAILABLE, also for another issuer's metadata and for endpoints
 * without TLS.
 */
export async function discover({ issuer }: OidcClient, timeoutMs: number | undefined): Promise<Provider> {
  const answer = await fetchFromIssuer(`${issuer}/.well-known/openid-configuration`, {}, timeoutMs)
  if (answer.status !== 200) throw unavailable(new Error(`The discovery answered ${answer.status}`))
  const metadata = await parseAnswer(metadataOf, answer.json())
  if (metadata.issuer.replace(/\/+$/, '') !== issuer)
    throw unavailable(new Error(`OIDC_ISSUER calls itself ${metadata.issuer}`))
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  const isOpen = (url: string) => issuer.startsWith('https:') && !url.startsWith('https:')
  if ([authorization_endpoint, token_endpoint, jwks_uri].some(isOpen))
    throw unavailable(new Error('OIDC_ISSUER names an endpoint without TLS'))
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    [customFetch]: async (url, { headers }) => {
      const set = await fetchFromIssuer(url, { headers }, timeoutMs)
      if (set.status !== 200) throw unavailable(new Error(`The keys answered ${set.status}`))
      return set
    },
  })
  return { metadata, keys }
}

/** Parses an answer of the issuer. Throws UNAVAILABLE. */
export async function parseAnswer<Schema extends z.ZodType>(schema: Schema, json: Promise<unknown>) {
  try {
    return schema.parse(await json)
  } catch (error) {
    // Names the wrong fields and not their values, which can be tokens.
    const fields =
      error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : ''
    throw unavailable(new Error(`The issuer's answer cannot be read: ${fields || 'no JSON'}`))
  }
}
