import type { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const formats: Record<string, string> = {
  email: 'must be an e-mail address',
  url: 'must be an address with its scheme',
  datetime: 'must be a moment, like 2026-03-01T12:00:00Z',
}

/** What Zod finds, as the continuation of a field's name: `must be a number`. A schema's own text has precedence. */
export function issueInWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `must ${bound(issue.origin, 'least', Number(issue.minimum))}`
    case 'too_big':
      return `must ${bound(issue.origin, 'most', Number(issue.maximum))}`
    case 'invalid_format':
      return formats[issue.format] ?? 'has a form that is not allowed'
    case 'invalid_value':
      if (issue.input === undefined) return 'is required'
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return issue.input === undefined ? 'is required' : 'is not valid'
  }
}

function bound(origin: string, end: 'least' | 'most', limit: number): string {
  if (origin === 'string')
    return end === 'least' && limit === 1 ? 'not be empty' : `have at ${end} ${limit} characters`
  if (origin === 'array' || origin === 'set')
    return `have at ${end} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `be at ${end} ${limit}`
}
