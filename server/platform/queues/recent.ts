import { keyWithinApps } from '../db/row-scope.ts'

/** How old an answer may be; when it is half as old it is read again in the background. */
const MAX_AGE_MS = 1000

interface Kept<Answer> {
  /** When it was asked for: it may be as old as that. */
  at: number
  answer: Promise<Answer>
}

/**
 * Keeps the last answer for each key, which all callers share who see the same apps: at most a second old unless a longer age is given, and read by one call at a time. An
 * answer that is asked for again and again is read before it is too old, so that its callers do not wait.
 */
export function recently<Answer>(
  read: (key: string) => Promise<Answer>,
  now: () => number = () => performance.now(),
  maxAgeMs = MAX_AGE_MS,
): (key: string) => Promise<Answer> {
  const kept = new Map<string, Kept<Answer>>()
  const reading = new Map<string, Promise<Answer>>()

  function readAgain(key: string, asked: string): Promise<Answer> {
    const known = reading.get(key)
    if (known) return known
    const at = now()
    const answer = read(asked)
    reading.set(key, answer)
    answer.then(
      () => kept.set(key, { at, answer }),
      () => kept.delete(key),
    )
    const ended = () => reading.delete(key)
    answer.then(ended, ended)
    return answer
  }

  return (asked) => {
    const key = keyWithinApps(asked)
    for (const [other, { at }] of kept) if (now() - at > maxAgeMs) kept.delete(other)
    const known = kept.get(key)
    if (!known) return readAgain(key, asked)
    if (now() - known.at > maxAgeMs / 2) void readAgain(key, asked).catch(() => undefined)
    return known.answer
  }
}
