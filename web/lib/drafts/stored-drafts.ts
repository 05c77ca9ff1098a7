import { DRAFTS, draftsPrefix, stored } from './draft-keys.ts'

/** The text that a user has typed and not saved, in this tab's session storage. */
export interface StoredDraft {
  /** Milliseconds since 1970. */
  at: number
  values: unknown
}

const DAY_MS = 24 * 60 * 60_000
/**
 * The largest draft and all drafts together, in characters. Browsers allow about 5 million characters of session
 * storage; the largest text that the platform accepts, the code of a script, has 1 MiB.
 */
export const MAX_DRAFT_LENGTH = 1_200_000
export const MAX_DRAFTS_LENGTH = 3_000_000

const keyOf = (user: string, form: string) => draftsPrefix(user) + form

/** The draft of a user's form; null when there is none, or when it is older than a day. */
export function readDraft(user: string, form: string): StoredDraft | null {
  return parse(stored()?.getItem(keyOf(user, form)) ?? null)
}

/**
 * Stores the draft of a user's form. The oldest drafts of all users make room for it; one that is too large is not
 * stored, and an older one of the same form does not stay in its place.
 */
export function writeDraft(user: string, form: string, values: unknown): void {
  const storage = stored()
  if (!storage) return
  const key = keyOf(user, form)
  storage.removeItem(key)
  const text = JSON.stringify({ at: Date.now(), values } satisfies StoredDraft)
  if (text.length > MAX_DRAFT_LENGTH) return
  const kept = draftsOf(storage)
  let length = kept.reduce((sum, { size }) => sum + size, 0)
  for (const old of kept) {
    if (old.valid && length + text.length <= MAX_DRAFTS_LENGTH) break
    storage.removeItem(old.key)
    length -= old.size
  }
  try {
    storage.setItem(key, text)
  } catch {
    // The storage is full of other data, or the browser refuses it: the form works without a draft.
  }
}

export function dropDraft(user: string, form: string): void {
  stored()?.removeItem(keyOf(user, form))
}

/** All stored drafts, those that are no longer valid first, then the oldest first. */
function draftsOf(storage: Storage): { key: string; size: number; at: number; valid: boolean }[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(DRAFTS))
    .map((key) => {
      const text = storage.getItem(key) ?? ''
      const draft = parse(text)
      return { key, size: text.length, at: draft?.at ?? 0, valid: draft !== null }
    })
    .sort((a, b) => a.at - b.at)
}

function parse(text: string | null): StoredDraft | null {
  if (text === null) return null
  try {
    const draft = JSON.parse(text) as Partial<StoredDraft> | null
    if (typeof draft?.at !== 'number' || draft.values === undefined) return null
    return Date.now() - draft.at < DAY_MS ? { at: draft.at, values: draft.values } : null
  } catch {
    return null
  }
}
