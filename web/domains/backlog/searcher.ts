import { backlogMessages } from '../../../shared/domains/backlog/messages.ts'
import SearchWorker from './search.worker.ts?worker'

export interface SearchRequest {
  id: number
  pattern: string
  texts: readonly string[]
}

export type SearchOutcome = { matches: boolean[] } | { fault: string }
export type SearchAnswer = SearchOutcome & { id: number }

/** A search that takes longer is given up, in milliseconds. */
const LIMIT_MS = 3000

/** Searches texts by patterns, in a worker of its own that is fetched for the first search. */
export interface Searcher {
  /** For each text whether the pattern is found in it, whatever its case; or what is wrong with the pattern. */
  search(pattern: string, texts: readonly string[]): Promise<SearchOutcome>
  close(): void
}

export function createSearcher(createWorker: () => Worker = () => new SearchWorker()): Searcher {
  let worker: Worker | null = null
  let asked = 0
  const waiting = new Map<number, (outcome: SearchOutcome) => void>()

  function close(outcome?: SearchOutcome): void {
    worker?.terminate()
    worker = null
    const left = [...waiting.values()]
    waiting.clear()
    if (outcome) for (const resolve of left) resolve(outcome)
  }

  function started(): Worker {
    if (worker) return worker
    worker = createWorker()
    worker.onmessage = ({ data: { id, ...outcome } }: MessageEvent<SearchAnswer>) => {
      waiting.get(id)?.(outcome)
      waiting.delete(id)
    }
    worker.onerror = () => close({ fault: backlogMessages.searchFailed })
    return worker
  }

  return {
    search(pattern, texts) {
      const id = ++asked
      return new Promise((resolve) => {
        const timer = setTimeout(() => close({ fault: backlogMessages.patternTooSlow }), LIMIT_MS)
        waiting.set(id, (outcome) => {
          clearTimeout(timer)
          resolve(outcome)
        })
        started().postMessage({ id, pattern, texts } satisfies SearchRequest)
      })
    },
    close: () => close(),
  }
}
