import { RE2JS } from 're2js'

/** Maximum length of a pattern, and of the program that it becomes: `(a{1000}){2}` is short and large. */
const MAX_PATTERN_LENGTH = 1000
const MAX_PROGRAM_SIZE = 2000
/** Characters times instructions that cost as much as the check of one value. */
const WORK_PER_STEP = 200

export interface TextPattern {
  test(text: string): boolean
  /** What a test of this text costs, in checks of one value. */
  cost(text: string): number
}

/**
 * A pattern of a schema, for an engine whose time is linear in the text: patterns are written by users, and one that
 * backtracks would stop the process. Lookaheads and references back are therefore refused.
 */
export function compilePattern(pattern: string): { pattern: TextPattern } | { reason: string } {
  if (pattern.length > MAX_PATTERN_LENGTH)
    return { reason: `must have at most ${MAX_PATTERN_LENGTH} characters` }
  try {
    const program = RE2JS.compile(inSyntax(pattern))
    const size = program.programSize()
    if (size > MAX_PROGRAM_SIZE) return { reason: 'is too large: it repeats too much' }
    return {
      pattern: {
        test: (text) => program.matcher(text).find(),
        cost: (text) => Math.ceil((text.length * size) / WORK_PER_STEP),
      },
    }
  } catch (error) {
    return {
      reason: `is not a pattern that can be used here: ${error instanceof Error ? error.message : ''}`,
    }
  }
}

/** RE2 has another notation for a few parts that JavaScript has. */
function inSyntax(pattern: string): string {
  return pattern
    .replace(
      /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})/gi,
      (_all, long: string, short: string) => `\\x{${long || short}}`,
    )
    .replace(/\\\//g, '/')
    .replace(
      /\\c([A-Za-z])/g,
      (_all, letter: string) => `\\x{${(letter.toUpperCase().charCodeAt(0) - 64).toString(16)}}`,
    )
}
