import { backlogMessages } from '#shared/domains/backlog/messages.ts'
import type { SearchOutcome, SearchRequest } from './search.worker.ts'
import SearchWorker from './search.worker.ts?worker'

/** Time limit of a search, in milliseconds. */
const LIMIT_MS = 3000

/** Searches texts by patterns in a web worker that is fetched for the first search. One search at a time. */
export interface Searcher {
  /**
   * Finds the texts that match the pattern, ignoring case; or returns the fault of the pattern. A pending
   * search is stopped and its promise never settles.
   */
  search(pattern: string, texts: readonly string[]): Promise<SearchOutcome>
  close(): void
}

export function createSearcher(createWorker: () => Worker = () => new SearchWorker()): Searcher {
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
          resolve({ fault: backlogMessages.patternTooSlow })
        }, LIMIT_MS)
        end = () => {
          clearTimeout(timer)
          end = null
        }
        const answer = (outcome: SearchOutcome) => {
          end?.()
          resolve(outcome)
        }
        engine.onmessage = ({ data }: MessageEvent<SearchOutcome>) => answer(data)
        engine.onerror = () => {
          close()
          resolve({ fault: backlogMessages.searchFailed })
        }
        engine.postMessage({ pattern, texts } satisfies SearchRequest)
      })
    },
    close,
  }
}
