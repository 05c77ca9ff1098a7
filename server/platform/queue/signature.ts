import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import { QueueFault } from './faults.ts'

/** How far the clock of a worker may differ. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000

/** A received request, and the host that its signer must have used. */
export interface SignedRequest {
  method: string
  /** Path and query as in the request line. */
  target: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The host of `QUEUE_URL_BASE`: a proxy may have changed the header. */
  host: string
}

/** The contents of an Authorization header of Signature Version 4. */
export interface SignatureClaim {
  accessKeyId: string
  region: string
  /** `{date}/{region}/sqs/aws4_request`. */
  scope: string
  signedHeaders: string[]
  signature: string
  /** `x-amz-date`. */
  moment: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const header =
  /^AWS4-HMAC-SHA256 +Credential=(\w{1,128})\/((\d{8})\/([\w-]{1,64})\/sqs\/aws4_request) *, *SignedHeaders=([a-z0-9;-]{1,2000}) *, *Signature=([0-9a-f]{64})$/
const amzDate = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Reads the claim; throws a 403 fault when there is none, or when required headers are not signed. */
export function readClaim(headers: IncomingHttpHeaders): SignatureClaim {
  const { authorization, 'x-amz-date': moment } = headers
  if (!authorization) throw new QueueFault('MISSING_AUTHENTICATION')
  const [, accessKeyId, scope, date, region, names, signature] = header.exec(authorization) ?? []
  if (!accessKeyId || !scope || !date || !region || !names || !signature)
    throw new QueueFault('INCOMPLETE_SIGNATURE')
  if (typeof moment !== 'string' || !amzDate.test(moment) || !moment.startsWith(date))
    throw new QueueFault('INCOMPLETE_SIGNATURE', 'x-amz-date must be a moment of the day in the credential')
  const signedHeaders = names.split(';')
  if (!['host', 'x-amz-date', 'x-amz-target'].every((name) => signedHeaders.includes(name)))
    throw new QueueFault('INCOMPLETE_SIGNATURE', 'host, x-amz-date and x-amz-target must be signed')
  return { accessKeyId, region, scope, signedHeaders, signature, moment }
}

/** Signing keys in the cache: each is for one secret, one day and one region. */
const KEPT_KEYS = 1000

/**
 * Checks that the holder of the secret has signed exactly this request within five minutes of now; throws a
 * 403 fault otherwise. (AWS Signature Version 4 for services other than S3: the path is encoded twice.)
 */
export function createSignatureCheck() {
  const keys = new BoundedMap<string, Buffer>(KEPT_KEYS)

  function signingKey(secretAccessKey: string, scope: string): Buffer {
    const name = `${secretAccessKey} ${scope}`
    const known = keys.get(name)
    if (known) return known
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`) as Buffer
    keys.set(name, key)
    return key
  }

  return (request: SignedRequest, claim: SignatureClaim, secretAccessKey: string, now: number): void => {
    const skew = Math.abs(now - momentOf(claim.moment))
    // Also when it is NaN: the moment of an invalid date.
    if (!(skew <= MAX_CLOCK_SKEW_MS))
      throw new QueueFault('WRONG_SIGNATURE', `Signature expired: it is of ${claim.moment}`)
    const bodyHash = sha256(request.body)
    const declared = request.headers['x-amz-content-sha256']
    if (declared !== undefined && declared !== bodyHash) throw new QueueFault('WRONG_SIGNATURE')
    const canonical = sha256(canonicalRequest(request, claim.signedHeaders, bodyHash))
    const text = [algorithm, claim.moment, claim.scope, canonical].join('\n')
    const signature = hmac(signingKey(secretAccessKey, claim.scope), text)
    if (!timingSafeEqual(signature, Buffer.from(claim.signature, 'hex')))
      throw new QueueFault('WRONG_SIGNATURE')
  }
}

function canonicalRequest(
  request: SignedRequest,
  signedHeaders: readonly string[],
  bodyHash: string,
): string {
  const [path = '/', query = ''] = request.target.split('?', 2)
  const headers = signedHeaders.map((name) => `${name}:${valueOf(name, request)}\n`)
  const parts = [request.method, encode(path).replaceAll('%2F', '/'), canonicalQuery(query)]
  return [...parts, headers.join(''), signedHeaders.join(';'), bodyHash].join('\n')
}

function valueOf(name: string, { headers, host, body }: SignedRequest): string {
  if (name === 'host') return host
  // A proxy that forwards the body in chunks drops the header.
  if (name === 'content-length') return String(body.length)
  return String(headers[name] ?? '')
    .trim()
    .replace(/ +/g, ' ')
}

function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.sort().join('&')
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const momentOf = (text: string) => Date.parse(text.replace(amzDate, '$1-$2-$3T$4:$5:$6Z'))
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
