import { RE2JS } from 're2js'
import type { SearchOutcome } from './searcher.ts'

/**
 * For each text whether the pattern is found in it, whatever its case; or what is wrong with the pattern. The engine
 * takes time in proportion to the text, whatever the pattern: patterns are typed by people and come in addresses.
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
