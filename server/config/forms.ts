import { isIP } from 'node:net'
import { z } from 'zod'

/** The forms of values that settings have, each with the message about a value of another form. */

/** A whole number within bounds. */
export const wholeNumber = (least: number, most?: number) =>
  z.coerce
    .number({
      error:
        most === undefined
          ? `must be a whole number of at least ${least}`
          : `must be a whole number from ${least} to ${most}`,
    })
    .int()
    .min(least)
    .max(most ?? Number.MAX_SAFE_INTEGER)
export const port = wholeNumber(0, 65_535)
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''))
/** An address without a path; a slash at its end is left out. */
export const httpOrigin = httpUrl.refine(
  (value) => /^https?:\/\/[^/?#@\\]+$/i.test(value),
  'must be an origin such as https://console.example.com, without a path',
)
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'must be a number with a unit, like 60m or 12h')
  .transform(
    (value) =>
      Number.parseInt(value, 10) * durationUnits[value.replace(/\d+/, '') as keyof typeof durationUnits],
  )
export const durationUnits = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const key = /^[0-9a-f]{64}$/i
const notRandom = 'must be random, not a sample: make one by `openssl rand -hex 32`'
export const keyList = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((one) => key.test(one)), {
    error: 'must be 32-byte keys in hex, comma separated',
    abort: true,
  })
  .refine((keys) => keys.every(isRandom), notRandom)

/** 32 random bytes have about 30 different values. A key with 11 or fewer is a pattern, not random. */
function isRandom(hex: string): boolean {
  return new Set(hex.toLowerCase().match(/../g)).size > 11
}

export const proxyList = z
  .string()
  .trim()
  .refine(
    (value) => /^(false|\d{1,3})$/.test(value) || value.split(',').every((part) => isProxy(part.trim())),
    'must be a number of hops, or addresses, comma separated; true would believe anybody',
  )

/** An address that git can push to without a question; a path with `file` is one of this machine. */
export function isGitUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, username, password } = new URL(text)
  const isWhole = pathname.length > 1 && /^(?:[^%]|%[0-9a-f]{2})*$/i.test(username + password)
  if (protocol === 'file:') return isWhole && hostname === ''
  return (protocol === 'https:' || protocol === 'ssh:') && isWhole && /^[a-z0-9[]/i.test(hostname)
}

/** An address, a network, or a name that the proxy rules know. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const width = { 4: 32, 6: 128 }[isIP(address)]
  if (width === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= width)
}

export const hostList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (parts) =>
      parts.every(
        (part) => URL.canParse(`http://${isIP(part) === 6 ? `[${part}]` : part}`) && !/[/@?#*\s]/.test(part),
      ),
    'must be addresses or host:port, comma separated',
  )

/** `name=value,name=value`, values percent-encoded, as OpenTelemetry writes lists. */
export const nameList = z.string().transform((value, context) => {
  const pairs = value.split(',').map((part) => /^\s*([^\s=]+)\s*=\s*([^,]*?)\s*$/.exec(part))
  const found: Record<string, string> = {}
  for (const pair of pairs) {
    const text = pair && decoded(pair[2] ?? '')
    if (text == null) {
      context.addIssue({
        code: 'custom',
        message: 'must be name=value, comma separated, values percent-encoded',
      })
      return z.NEVER
    }
    found[pair![1]!] = text
  }
  return found
})

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // The caller names the variable.
    return null
  }
}

/** An http or https address that contains `{traceId}`. */
export const traceUrl = z
  .string()
  .trim()
  .refine(
    (value) => value.includes('{traceId}') && isWebAddress(value.replaceAll('{traceId}', '0'.repeat(32))),
    'must be an http or https address with {traceId}',
  )

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const mebibytes = z.coerce
  .number({ error: 'must be a number of MiB from 0.001 to 1024' })
  .min(0.001)
  .max(1024)
export const atLeastOne = wholeNumber(1)
