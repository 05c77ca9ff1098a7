import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { REQUEST_HEADER, requestName } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'

/** Headers of a start. */
export const startHeaders = z.looseObject({ [REQUEST_HEADER]: requestName.optional() })

/** The caller's name for its request: in the header or in the body, which may not differ. */
export function requestNameOf(headers: IncomingHttpHeaders, inBody: unknown): string | undefined {
  const inHeader = headers[REQUEST_HEADER]
  const parsed = requestName.optional().safeParse(inBody)
  if (!parsed.success)
    throw new AppError('BAD_REQUEST', `body/requestId: ${parsed.error.issues[0]?.message ?? 'is not valid'}`)
  if (typeof inHeader !== 'string') return parsed.data
  if (parsed.data !== undefined && parsed.data !== inHeader)
    throw new AppError('BAD_REQUEST', `body/requestId: differs from the header ${REQUEST_HEADER}`)
  return inHeader
}
