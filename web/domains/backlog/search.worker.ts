import { RE2JS } from 're2js'

export interface SearchRequest {
  pattern: string
  texts: readonly string[]
}

export type SearchOutcome = { matches: boolean[] } | { fault: string }

/**
 * Finds the texts that match the pattern, ignoring case; or returns the fault of the pattern. The engine runs
 * in linear time for every pattern: patterns are typed by users and come from addresses.
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

// A linear search over thousands of rows still takes time: the worker keeps it off the main thread.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(outcome: SearchOutcome): void
}

scope.onmessage = ({ data: { pattern, texts } }) => scope.postMessage(findPattern(pattern, texts))
