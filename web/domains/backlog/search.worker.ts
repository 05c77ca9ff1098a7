import { findPattern } from './find-pattern.ts'
import type { SearchOutcome, SearchRequest } from './searcher.ts'

// A linear search over thousands of rows still takes time: the worker keeps it off the main thread.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(outcome: SearchOutcome): void
}

scope.onmessage = ({ data: { pattern, texts } }) => scope.postMessage(findPattern(pattern, texts))
