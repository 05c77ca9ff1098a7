import fp from 'fastify-plugin'
import { AppError } from '#server/lib/errors.ts'

/**
 * Deepest nesting of a JSON body, against exhaustion of code that walks it. It is above the limit of
 * definitions, whose deepest condition (32 levels of an object and a list) is at depth 68.
 */
export const MAX_JSON_DEPTH = 128

/** Text that PostgreSQL cannot store: NUL, and unpaired surrogates. */
// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const unstorable = /\u0000|\p{Surrogate}/u

/**
 * Refuses before validation: bodies that are not JSON (415), nested deeper than 128, or with `__proto__`
 * (Fastify's parser), and text that the database cannot store, anywhere in the request.
 */
export const hostileInput = fp(
  async (app) => {
    const parse = app.getDefaultJsonParser('error', 'error')
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      // Some clients send the content type with empty bodies too.
      if (body === '') done(null, undefined)
      else void parse(request, body as string, done)
    })
    app.addHook('preValidation', async (request) => {
      refuseHostile('params', request.params)
      refuseHostile('query', request.query)
      if (!request.routeOptions.config.entriesAlone) refuseHostile('body', request.body)
    })
  },
  { name: 'hostile-input', fastify: '5.x' },
)

/** Throws BAD_REQUEST for text that cannot be stored, and for JSON that is nested too deep. */
export function refuseHostile(part: string, value: unknown): void {
  const fault = faultOf(value)
  if (fault) throw new AppError('BAD_REQUEST', `${part}: ${fault}`)
}

/** Returns the fault of a value, or null. Iterative, because the input determines the depth. */
function faultOf(root: unknown): string | null {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && unstorable.test(value))
      return 'text must not hold NUL or half characters'
    if (typeof value !== 'object' || value === null) continue
    if (depth >= MAX_JSON_DEPTH) return `must not be nested deeper than ${MAX_JSON_DEPTH}`
    for (const [key, inner] of Object.entries(value)) {
      if (unstorable.test(key)) return 'names must not hold NUL or half characters'
      waiting.push({ value: inner, depth: depth + 1 })
    }
  }
  return null
}
