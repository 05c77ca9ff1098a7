import { RE2JS } from 're2js'
import type { SearchOutcome, SearchRequest } from './searcher.ts'

// Patterns are typed by people and come in addresses. This engine takes time in proportion to the text, whatever the
// pattern; in a worker even that holds up no frame of the page.

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(outcome: SearchOutcome): void
}

scope.onmessage = ({ data: { pattern, texts } }) => scope.postMessage(search(pattern, texts))

function search(pattern: string, texts: readonly string[]): SearchOutcome {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return { matches: texts.map((text) => compiled.matcher(text).find()) }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { fault: text.replace('error parsing regexp: ', '') }
  }
}
