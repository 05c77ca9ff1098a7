import { z } from 'zod'
import { bytesOf } from '#shared/lib/wire.ts'

export const MAX_VARIABLES = 200
export const MAX_VALUE_BYTES = 32 * 1024
const MAX_NAME_LENGTH = 253

/** Names as Kubernetes accepts them: letters, digits, `_`, `-` and `.`, no digit first. */
const namePattern = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/

/** Characters that every YAML reader preserves; some fold line and paragraph separators. */
const plainText =
  /^[\t\n\r\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u

/** The fault of a variable's name, or null. */
export function nameFault(name: string): string | null {
  if (name === '') return 'the name must not be empty'
  // JSON readers treat this name specially.
  if (name === '__proto__') return 'the name is not taken'
  if (name.length > MAX_NAME_LENGTH) return `the name must have at most ${MAX_NAME_LENGTH} characters`
  return namePattern.test(name)
    ? null
    : 'the name may have letters, digits, "_", "-" and "." and must not begin with a digit'
}

/**
 * Environment variables of a deployment, values by name. Faults name the variable and never contain its
 * value.
 */
export const environment = z
  .record(
    z.string(),
    z
      .string({ error: 'must be text' })
      .refine((value) => bytesOf(value) <= MAX_VALUE_BYTES, `must have at most ${MAX_VALUE_BYTES} bytes`)
      .refine((value) => plainText.test(value), 'must not hold control characters'),
  )
  .superRefine((values, context) => {
    const names = Object.keys(values)
    if (names.length > MAX_VARIABLES)
      context.addIssue({ code: 'custom', message: `must have at most ${MAX_VARIABLES} variables` })
    for (const name of names) {
      const fault = nameFault(name)
      if (fault) context.addIssue({ code: 'custom', path: [name], message: fault })
    }
  })
export type EnvironmentVariables = z.infer<typeof environment>
