import { RE2JS } from 're2js'
import type { SearchAnswer, SearchRequest } from './searcher.ts'

// Patterns are typed by people and come in addresses. This engine takes time in proportion to the text, whatever the
// pattern; in a worker even that holds up no frame of the page.

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(answer: SearchAnswer): void
}

scope.onmessage = ({ data: { id, pattern, texts } }) => scope.postMessage({ id, ...search(pattern, texts) })

function search(pattern: string, texts: readonly string[]): { matches: boolean[] } | { fault: string } {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return { matches: texts.map((text) => compiled.matcher(text).find()) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
