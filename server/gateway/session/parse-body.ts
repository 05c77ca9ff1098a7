import type { z } from 'zod'
import { AppError } from '#server/lib/errors.ts'

/** The body as the schema has it. Throws BAD_REQUEST whose message names every wrong member. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  const text = faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  throw new AppError('BAD_REQUEST', text, { details: { faults } })
}
