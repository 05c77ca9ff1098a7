import { setOwn } from '#shared/lib/references.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { createSearch } from './secret-search.ts'

/** A value that a task has received, with the name of its variable. */
export interface NamedSecret {
  name: string
  value: string
}

export interface Redactor {
  /** The text with `$var.{name}` in the place of each secret. */
  text(text: string): string
  /** The same in all texts, numbers and keys of a value. */
  object(value: JsonObject): JsonObject
  /** The variables whose values were replaced so far. */
  readonly found: ReadonlySet<string>
}

/** Replaces the values of variables in what a task returns. The time grows with the length of the texts. */
export function createRedactor(secrets: readonly NamedSecret[]): Redactor {
  const search = createSearch(secrets)
  const found = new Set<string>()

  function text(from: string): string {
    const places = search(from)
    if (places.length === 0) return from
    let [redacted, kept] = ['', 0]
    for (const { start, end, name } of places) {
      // Overlapping places are one: nothing between their names is left.
      if (start >= kept) {
        redacted += `${from.slice(kept, start)}$var.${name}`
        found.add(name)
      }
      kept = Math.max(kept, end)
    }
    return redacted + from.slice(kept)
  }

  function json(part: Json): Json {
    if (typeof part === 'string') return text(part)
    if (typeof part === 'number') {
      const written = String(part)
      const redacted = text(written)
      return redacted === written ? part : redacted
    }
    if (typeof part !== 'object' || part === null) return part
    return Array.isArray(part) ? part.map(json) : object(part)
  }

  function object(part: JsonObject): JsonObject {
    const redacted: JsonObject = {}
    for (const [key, value] of Object.entries(part)) setOwn(redacted, text(key), json(value))
    return redacted
  }

  return { text, object, found }
}
