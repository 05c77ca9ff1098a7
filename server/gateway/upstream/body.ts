import { AppError } from '#server/lib/errors.ts'
import type { AnswerSink } from './exchange.ts'

/**
 * Takes a whole body as text. `done` is called once: with the text, with what ended the answer, or with BAD_GATEWAY as
 * soon as it is longer than `limit` bytes; whoever owns the exchange then gives it up.
 */
export function textReader(
  limit: number,
  done: (error: Error | null, text: string) => void,
): Pick<AnswerSink, 'data' | 'end' | 'fail'> {
  const parts: Buffer[] = []
  let size = 0
  return {
    data(part) {
      if (size > limit) return false
      size += part.length
      parts.push(part)
      if (size > limit) done(new AppError('BAD_GATEWAY', 'The answer of the platform is too large'), '')
      return true
    },
    end() {
      if (size <= limit) done(null, Buffer.concat(parts, size).toString('utf8'))
    },
    fail(error) {
      if (size <= limit) done(error, '')
    },
  }
}
