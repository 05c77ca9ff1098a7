import { RE2JS } from 're2js'
import type { SearchOutcome } from './searcher.ts'

/**
 * Which of the texts the pattern is found in, ignoring case; or what is wrong with the pattern. The engine
 * runs in linear time for every pattern: patterns are typed by users and come from addresses.
 */
export function findPattern(pattern: string, texts: readonly string[]): SearchOutcome {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return { matches: texts.map((text) => compiled.matcher(text).find()) }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { fault: text.replace('error parsing regexp: ', '') }
  }
}
