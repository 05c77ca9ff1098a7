import {
  allowInsecureRequests,
  ClientSecretBasic,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  type CustomFetch,
} from 'openid-client'
import { AppError } from '#server/lib/errors.ts'

/** A sign-in needs several requests, and the gateway's timeout is 9.5 s. */
const TIMEOUT_MS = 3_000
/** Documents of an issuer have some kilobytes. */
const MAX_BYTES = 512 * 1024

/** Codes of errors of one sign-in. All others are errors of the issuer, the network or the configuration. */
const refusals: unknown[] = [
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  // The code is used, expired or of another client.
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
]

/** An OpenID Connect issuer, and the credentials of this installation. */
export interface OidcClient {
  /** Http(s) address, without a trailing slash. */
  issuer: string
  id: string
  secret: string
  /** Accepts addresses of which the issuer does not say that it has verified them. */
  allowUnverifiedEmail?: boolean
}

/** Reads the issuer's metadata. Throws UNAVAILABLE, also for another issuer's metadata. */
export async function discover(client: OidcClient, timeoutMs = TIMEOUT_MS): Promise<Configuration> {
  const found = await discovery(
    // The address of the document turns off the library's check of the issuer, which refuses a trailing slash.
    new URL(`${client.issuer}/.well-known/openid-configuration`),
    client.id,
    undefined,
    ClientSecretBasic(client.secret),
    { [customFetch]: fetchWhole, timeout: timeoutMs / 1000, execute: checksOf(client) },
  ).catch((error: unknown) => {
    throw unavailable(reasonOf(error))
  })
  const { issuer } = found.serverMetadata()
  if (issuer.replace(/\/+$/, '') !== client.issuer) throw unavailable(`OIDC_ISSUER calls itself ${issuer}`)
  return found
}

/** Without the first, signatures of tokens are not verified; without the second, only TLS is allowed. */
function checksOf({ issuer }: OidcClient) {
  const hasTls = issuer.startsWith('https:')
  return hasTls ? [enableNonRepudiationChecks] : [enableNonRepudiationChecks, allowInsecureRequests]
}

/**
 * The same provider without the keys that the library has cached. The library keeps them for minutes, in which it
 * refuses tokens of a new key and accepts those of a withdrawn one.
 */
export function withoutKeys(found: Configuration, client: OidcClient): Configuration {
  const { id, secret } = client
  const fresh = new Configuration({ ...found.serverMetadata() }, id, undefined, ClientSecretBasic(secret))
  fresh[customFetch] = fetchWhole
  fresh.timeout = found.timeout
  for (const check of checksOf(client)) check(fresh)
  return fresh
}

/** The whole response, of status 200 or 400; throws for any other. */
const fetchWhole: CustomFetch = async (url, init) => {
  const answer = await fetch(url, init as RequestInit)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw new Error(`${url} answered too much`)
    parts.push(part)
  }
  if (answer.status !== 200 && answer.status !== 400) throw new Error(`${url} answered ${answer.status}`)
  return new Response(Buffer.concat(parts), answer)
}

/** UNAUTHENTICATED for an error of one sign-in, else UNAVAILABLE. */
export function asSignInError(error: unknown): AppError {
  const isRefusal = error instanceof Error && 'code' in error && refusals.includes(error.code)
  return isRefusal ? refused(reasonOf(error)) : unavailable(reasonOf(error))
}

/** The reason is only for the log. */
export function refused(
  reason: string,
  message = 'The identity provider does not confirm who you are, sign in again',
): AppError {
  return new AppError('UNAUTHENTICATED', message, { cause: new Error(reason) })
}

/** The reason can contain host names, so it is only for the log. */
function unavailable(reason: string): AppError {
  const message = 'The identity provider cannot be asked at the moment'
  return new AppError('UNAVAILABLE', message, { cause: new Error(reason) })
}

/** The messages of an error and its causes, except syntax errors, which quote the answer: it can be a token. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError) return `the token endpoint answered ${error.error}`
  const reasons: string[] = []
  for (let at = error; at instanceof Error && !(at instanceof SyntaxError); at = at.cause)
    reasons.push(at.message || String('code' in at ? at.code : at.name))
  return reasons.join(': ')
}
