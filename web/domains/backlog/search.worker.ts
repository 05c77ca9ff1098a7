import { findPattern } from './find-pattern.ts'
import type { SearchOutcome, SearchRequest } from './searcher.ts'

// Even a search in linear time takes its time on thousands of rows: here it holds up no frame of the page.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(outcome: SearchOutcome): void
}

scope.onmessage = ({ data: { pattern, texts } }) => scope.postMessage(findPattern(pattern, texts))
