import type { Json } from '../json.ts'

/** A value, and the way to it: paths are only written for faults. */
export interface ValuePlace {
  value: Json
  parent: ValuePlace | null
  name: string | number
  calls: number
}

/** The place of a whole value. */
export const topOf = (value: Json): ValuePlace => ({ value, parent: null, name: '', calls: 0 })

/** The place of a field or an entry of the value at `parent`. */
export const inside = (parent: ValuePlace, name: string | number, value: Json): ValuePlace => ({
  value,
  parent,
  name,
  calls: parent.calls + 1,
})

/** The path to a value, as faults have it. */
export function pathTo(place: ValuePlace): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: ValuePlace = place; at.parent; at = at.parent) path.push(at.name)
  return path.reverse()
}
