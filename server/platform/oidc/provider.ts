import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { ask, unavailable } from './ask.ts'

/** An OpenID Connect issuer, and what this installation is to it. */
export interface OidcClient {
  /** Http(s) address, no slash at the end. */
  issuer: string
  id: string
  secret: string
}

/** What an issuer offers. */
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

/** Reads what the issuer says of itself. Throws UNAVAILABLE, also where that is of another issuer or in the open. */
export async function discover({ issuer }: OidcClient, timeoutMs: number | undefined): Promise<Provider> {
  const answer = await ask(`${issuer}/.well-known/openid-configuration`, {}, timeoutMs)
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
      const set = await ask(url, { headers }, timeoutMs)
      if (set.status !== 200) throw unavailable(new Error(`The keys answered ${set.status}`))
      return set
    },
  })
  return { metadata, keys }
}

/** An answer of the issuer in that shape. Throws UNAVAILABLE. */
export async function parseAnswer<Schema extends z.ZodType>(schema: Schema, json: Promise<unknown>) {
  try {
    return schema.parse(await json)
  } catch (error) {
    // Which fields were wrong, and never what stood in them: it may be a token.
    const fields =
      error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : ''
    throw unavailable(new Error(`The issuer's answer cannot be read: ${fields || 'no JSON'}`))
  }
}
