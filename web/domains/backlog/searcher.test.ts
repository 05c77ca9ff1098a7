import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { backlogMessages } from '#shared/domains/backlog/messages.ts'
import type { SearchOutcome } from './search.worker.ts'
import { createSearcher } from './searcher.ts'

vi.mock('./search.worker.ts?worker', () => ({ default: vi.fn() }))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A worker whose answers the test sends. */
class SlowWorker {
  onmessage: ((event: { data: SearchOutcome | 'ready' }) => void) | null = null
  onerror: (() => void) | null = null
  readonly asked: unknown[] = []
  ended = false
  postMessage = (request: unknown) => void this.asked.push(request)
  terminate = () => void (this.ended = true)
}

function start() {
  const workers: SlowWorker[] = []
  const searcher = createSearcher(() => {
    const worker = new SlowWorker()
    workers.push(worker)
    return worker as unknown as Worker
  })
  return { searcher, workers }
}

it('one worker answers all searches', async () => {
  const { searcher, workers } = start()
  for (const pattern of ['a', 'b']) {
    const outcome = searcher.search(pattern, ['x'])
    workers[0]?.onmessage?.({ data: { matches: [true] } })
    expect(await outcome).toEqual({ matches: [true] })
  }
  expect(workers).toHaveLength(1)
  expect(workers[0]?.asked).toEqual([
    { pattern: 'a', texts: ['x'] },
    { pattern: 'b', texts: ['x'] },
  ])
})

it('a search that takes too long is stopped, and the next one starts a new worker', async () => {
  const { searcher, workers } = start()
  const slow = searcher.search('slow', [])
  // The time until the worker has loaded does not count.
  vi.advanceTimersByTime(20_000)
  workers[0]?.onmessage?.({ data: 'ready' })
  vi.advanceTimersByTime(2999)
  expect(workers[0]?.ended).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await slow).toEqual({
    sentence: 'The search for slow was stopped after 3 seconds. All rows are shown.',
  })
  expect(workers[0]?.ended).toBe(true)
  const next = searcher.search('next', [])
  workers[1]?.onmessage?.({ data: { matches: [] } })
  expect(await next).toEqual({ matches: [] })
})

it('a superseded search neither answers nor shortens the time limit of the next one', async () => {
  const { searcher, workers } = start()
  const answered = vi.fn()
  void searcher.search('first', []).then(answered)
  workers[0]?.onmessage?.({ data: 'ready' })
  vi.advanceTimersByTime(2999)
  const second = searcher.search('second', [])
  expect(workers[0]?.ended).toBe(true)
  workers[1]?.onmessage?.({ data: 'ready' })
  vi.advanceTimersByTime(2000)
  workers[1]?.onmessage?.({ data: { matches: [] } })
  expect(await second).toEqual({ matches: [] })
  expect(answered).not.toHaveBeenCalled()
})

it('a fault is reported with the pattern as it was typed', async () => {
  const { searcher, workers } = start()
  const outcome = searcher.search('[a-', [])
  workers[0]?.onmessage?.({ data: { fault: 'unterminated character class' } })
  expect(await outcome).toEqual({
    sentence: 'Not a pattern: [a- (unterminated character class). All rows are shown.',
  })
})

it('a worker that cannot start is a fault, and closing ends it', async () => {
  const { searcher, workers } = start()
  const failed = searcher.search('a', [])
  workers[0]?.onerror?.()
  expect(await failed).toEqual({ sentence: backlogMessages.searchFailed })
  const unloaded = searcher.search('b', [])
  vi.advanceTimersByTime(30_000)
  expect(await unloaded).toEqual({ sentence: backlogMessages.searchFailed })
  void searcher.search('c', [])
  searcher.close()
  expect(workers[2]?.ended).toBe(true)
})
