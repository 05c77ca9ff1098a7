import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadPart } from './load-part.ts'

const part = { Part: 'part' }
const failure = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/part.js')

/** The server answers, or is away for so many requests. */
function serve(awayFor: number): void {
  let left = awayFor
  vi.stubGlobal('fetch', () => (left-- > 0 ? Promise.reject(failure) : Promise.resolve({ ok: true })))
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is tried again until the server is back, and style sheets that failed with it', async () => {
  serve(20)
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'data:text/css,' })
  Object.defineProperty(link, 'sheet', { value: null })
  document.head.append(link)
  let tries = 0
  const loaded = loadPart(() => (++tries < 12 ? Promise.reject(failure) : Promise.resolve(part)))
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(loaded).resolves.toBe(part)
  expect(tries).toBe(12)
  expect(link.isConnected).toBe(false)
})

it('fails when the server answers and the part is gone', async () => {
  serve(0)
  let tries = 0
  const loaded = loadPart(() => (tries++, Promise.reject(failure)))
  const thrown = expect(loaded).rejects.toBe(failure)
  await vi.advanceTimersByTimeAsync(60_000)
  await thrown
  expect(tries).toBe(3)
})

it('fails at once with an error of the part itself', async () => {
  serve(20)
  const own = new TypeError('x is not a function')
  await expect(loadPart(() => Promise.reject(own))).rejects.toBe(own)
})
