import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropDrafts } from './draft-keys.ts'
import { dropDraft, MAX_DRAFT_LENGTH, MAX_DRAFTS_LENGTH, readDraft, writeDraft } from './stored-drafts.ts'

const NOW = Date.UTC(2026, 10, 22, 14)
const DAY_MS = 24 * 60 * 60_000

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

it('belongs to one form of one user', () => {
  writeDraft('u1', '/teams new', { name: 'Mine' })
  expect(readDraft('u1', '/teams new')).toEqual({ at: NOW, values: { name: 'Mine' } })
  expect(readDraft('u1', '/apps new')).toBeNull()
  expect(readDraft('u2', '/teams new')).toBeNull()
  // An id that contains the separator is not another user's prefix.
  writeDraft('u1:x', '/teams new', { name: 'Theirs' })
  dropDrafts('u1')
  expect(readDraft('u1', '/teams new')).toBeNull()
  expect(readDraft('u1:x', '/teams new')?.values).toEqual({ name: 'Theirs' })
  dropDraft('u1:x', '/teams new')
  expect(sessionStorage).toHaveLength(0)
})

it('is valid for a day, and is removed when another one is stored later', () => {
  writeDraft('u1', 'a', 'text')
  vi.setSystemTime(NOW + DAY_MS - 1)
  expect(readDraft('u1', 'a')?.values).toBe('text')
  vi.setSystemTime(NOW + DAY_MS)
  expect(readDraft('u1', 'a')).toBeNull()
  writeDraft('u2', 'b', 'text')
  expect(sessionStorage).toHaveLength(1)
})

it('has a largest size, and all together have one: the oldest make room', () => {
  writeDraft('u1', 'large', 'short')
  writeDraft('u1', 'large', 'x'.repeat(MAX_DRAFT_LENGTH))
  expect(sessionStorage).toHaveLength(0)
  const size = MAX_DRAFT_LENGTH - 100
  for (let index = 0; index < 10; index++) {
    vi.setSystemTime(NOW + index)
    writeDraft('u1', `form ${index}`, 'x'.repeat(size))
  }
  const kept = Math.floor(MAX_DRAFTS_LENGTH / size)
  expect(sessionStorage).toHaveLength(kept)
  expect(readDraft('u1', 'form 9')).not.toBeNull()
  expect(readDraft('u1', `form ${9 - kept}`)).toBeNull()
})

it('is ignored where other data stands in its place, or where the browser refuses storage', () => {
  for (const text of ['', 'null', '{}', '{"at":"x","values":1}', '{"at":1']) {
    sessionStorage.setItem('workforce-console.draft:u1:a', text)
    expect(readDraft('u1', 'a')).toBeNull()
  }
  writeDraft('u1', 'a', 'text')
  expect(readDraft('u1', 'a')?.values).toBe('text')
  const storage = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => writeDraft('u1', 'b', 'text')).not.toThrow()
  storage.mockRestore()
  expect(readDraft('u1', 'b')).toBeNull()
})
