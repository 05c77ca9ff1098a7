import { backlogMessages } from '#shared/domains/backlog/messages.ts'
import type { READY as Ready, SearchOutcome, SearchRequest } from './search.worker.ts'
import SearchWorker from './search.worker.ts?worker'

/**
 * Time limit of a search, in milliseconds. Thousands of rows take a few; a pattern that backtracks without end is
 * stopped by it.
 */
const LIMIT_MS = 3000

/** A worker that is not loaded by then, in milliseconds, counts as one that cannot start. */
const LOADED_WITHIN_MS = 30_000
/** As the worker sends it, whose module must run in the worker only. */
const READY: typeof Ready = 'ready'

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
  let isReady = false
  let end: (() => void) | null = null

  function close(): void {
    end?.()
    worker?.terminate()
    worker = null
    isReady = false
  }

  return {
    search(pattern, texts) {
      // A busy worker cannot be interrupted, only terminated.
      if (end) close()
      const engine = (worker ??= createWorker())
      return new Promise((resolve) => {
        let timer: ReturnType<typeof setTimeout>
        const fail = (sentence: string) => {
          close()
          resolve({ sentence })
        }
        // The time that the worker takes to load is not the pattern's.
        const watch = () => {
          clearTimeout(timer)
          timer = isReady
            ? setTimeout(() => fail(backlogMessages.patternTooSlow(pattern, limitMs / 1000)), limitMs)
            : setTimeout(() => fail(backlogMessages.searchFailed), LOADED_WITHIN_MS)
        }
        end = () => {
          clearTimeout(timer)
          end = null
        }
        engine.onmessage = ({ data }: MessageEvent<SearchOutcome | typeof READY>) => {
          if (data === READY) {
            isReady = true
            return watch()
          }
          end?.()
          if ('matches' in data) resolve(data)
          else resolve({ sentence: backlogMessages.notAPattern(pattern, data.fault) })
        }
        engine.onerror = () => fail(backlogMessages.searchFailed)
        watch()
        engine.postMessage({ pattern, texts } satisfies SearchRequest)
      })
    },
    close,
  }
}
