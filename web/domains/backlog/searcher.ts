import { backlogMessages } from '#shared/domains/backlog/messages.ts'
import SearchWorker from './search.worker.ts?worker'

export interface SearchRequest {
  pattern: string
  texts: readonly string[]
}

export type SearchOutcome = { matches: boolean[] } | { fault: string }

/** A search that takes longer is given up, in milliseconds. */
const LIMIT_MS = 3000

/** Searches texts by patterns, in a worker of its own that is fetched for the first search. One search at a time. */
export interface Searcher {
  /**
   * For each text whether the pattern is found in it, whatever its case; or what is wrong with the pattern. A search that
   * is still under way is given up: nobody waits for it any more, and it is never answered.
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
      // A worker that is busy cannot be told to stop.
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
