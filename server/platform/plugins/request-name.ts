import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { REQUEST_HEADER, requestName } from '#shared/lib/wire.ts'
import { checkFields, faultOf } from '#server/lib/faults.ts'

/** Headers of a start. */
export const startHeaders = z.looseObject({ [REQUEST_HEADER]: requestName.optional() })

/** The caller's name for its request: in the header or in the body, which may not differ. */
export function requestNameOf(headers: IncomingHttpHeaders, inBody: unknown): string | undefined {
  const inHeader = headers[REQUEST_HEADER]
  const parsed = checkFields(requestName.optional(), inBody)
  if (!parsed.success) throw faultOf('requestId', parsed.error.issues[0]?.message ?? 'is not valid')
  if (typeof inHeader !== 'string') return parsed.data
  if (parsed.data !== undefined && parsed.data !== inHeader)
    throw faultOf('requestId', `differs from the header ${REQUEST_HEADER}`)
  return inHeader
}
