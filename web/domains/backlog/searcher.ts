import { backlogMessages } from '#shared/domains/backlog/messages.ts'
import type { SearchOutcome, SearchRequest } from './search.worker.ts'
import SearchWorker from './search.worker.ts?worker'

/**
 * Time limit of a search, in milliseconds. Thousands of rows take a few; a pattern that backtracks without end is
 * stopped by it.
 */
const LIMIT_MS = 3000

/** The texts that match, or a sentence for the user that says why there is no result. */
export type SearchResult = { matches: boolean[] } | { sentence: string }

/** Searches texts by patterns in a web worker that is fetched for the first search. One search at a time. */
export interface Searcher {
  /**
   * Finds the texts that match the pattern, ignoring case. A pending search is stopped and its promise never
   * settles.
   */
  search(pattern: string, texts: readonly string[]): Promise<SearchResult>
  close(): void
}

export function createSearcher(
  createWorker: () => Worker = () => new SearchWorker(),
  limitMs = LIMIT_MS,
): Searcher {
  let worker: Worker | null = null
  let end: (() => void) | null = null

  function close(): void {
    end?.()
    worker?.terminate()
    worker = null
  }

  return {
    search(pattern, texts) {
      // A busy worker cannot be interrupted, only terminated.
      if (end) close()
      const engine = (worker ??= createWorker())
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          close()
          resolve({ sentence: backlogMessages.patternTooSlow(pattern, limitMs / 1000) })
        }, limitMs)
        end = () => {
          clearTimeout(timer)
          end = null
        }
        const answer = (outcome: SearchOutcome) => {
          end?.()
          if ('matches' in outcome) resolve(outcome)
          else resolve({ sentence: backlogMessages.notAPattern(pattern, outcome.fault) })
        }
        engine.onmessage = ({ data }: MessageEvent<SearchOutcome>) => answer(data)
        engine.onerror = () => {
          close()
          resolve({ sentence: backlogMessages.searchFailed })
        }
        engine.postMessage({ pattern, texts } satisfies SearchRequest)
      })
    },
    close,
  }
}
