import { normal } from '#shared/domains/search/normal.ts'
import type { Json } from '#shared/lib/json.ts'

/** Values of one state that can be searched for, those near the top first. */
const MAX_VALUES = 256
/** Elements of a list that are found by their place. */
const PLACED = 10
const MAX_LENGTH = 500

/**
 * The values of a state as `path=value` in their normal form. An element of a list has the path of the list, and its place
 * too: `items.sku=a`, `items.0.sku=a`. Texts and numbers that are written alike are alike.
 */
export function stateValues(state: Json): Set<string> {
  const found = new Set<string>()
  const waiting: { paths: string[]; value: Json }[] = [{ paths: [''], value: state }]
  for (let next = 0; next < waiting.length && found.size < MAX_VALUES; next++) {
    const { paths, value } = waiting[next]!
    if (typeof value !== 'object' || value === null) {
      for (const path of paths) if (found.size < MAX_VALUES) add(found, path, value)
    } else if (waiting.length < MAX_VALUES * 10) waiting.push(...membersOf(value, paths))
  }
  return found
}

function membersOf(value: Json[] | { [key: string]: Json }, paths: string[]) {
  if (!Array.isArray(value))
    return Object.entries(value)
      .slice(0, MAX_VALUES)
      .map(([key, member]) => ({ paths: paths.map((path) => joined(path, key)), value: member }))
  return value.slice(0, MAX_VALUES).map((member, place) => ({
    paths:
      place < PLACED && paths.length < 4
        ? [...paths, ...paths.map((path) => joined(path, String(place)))]
        : paths,
    value: member,
  }))
}

const joined = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

function add(found: Set<string>, path: string, value: string | number | boolean | null): void {
  const text = String(value)
  if (path !== '' && path.length + text.length < MAX_LENGTH) found.add(stateValue(normal(path), normal(text)))
}

export const stateValue = (path: string, value: string): string => `${path}=${value}`
