import type { Json, JsonObject } from '#shared/lib/json.ts'
import { inlineJson, isObject, isSameJson, shortJson, type Value } from '#web/lib/json-values.ts'
import type { Both } from './task-pairs.ts'

/** One line of two values that are compared by key. */
export interface JsonLine {
  /** Unique in its comparison. */
  id: string
  depth: number
  /** Null where this side has no such key. */
  left: string | null
  right: string | null
  kind: 'same' | 'changed' | 'left' | 'right'
  /** It counts as a difference; the members and the end of a branch that one side lacks belong to its first line. */
  counts: boolean
}

/** Longer lists, and lists with objects in them, have a line for each element. */
const INLINE_LIST = 80
/** The members of a value that has a line for each; null for a value on one line. */
function membersOf(value: Value): [string, Json][] | null {
  if (isObject(value)) return Object.keys(value).length > 0 ? Object.entries(value) : null
  if (!Array.isArray(value) || value.length === 0) return null
  const isLong = value.some((each) => typeof each === 'object' && each !== null)
  return isLong || inlineJson(value).length > INLINE_LIST
    ? value.map((each, index) => [String(index), each])
    : null
}

/** The keys of both sides: the left one's order, each key of the right one alone after the key before it. */
function keysOf(left: readonly [string, Json][], right: readonly [string, Json][]): string[] {
  const keys = left.map(([key]) => key)
  const known = new Set(keys)
  if (right.every(([key]) => known.has(key))) return keys
  const after = new Map<string | null, string[]>()
  let previous: string | null = null
  for (const [key] of right) {
    if (known.has(key)) previous = key
    else if (after.get(previous)?.push(key) === undefined) after.set(previous, [key])
  }
  return [...(after.get(null) ?? []), ...keys.flatMap((key) => [key, ...(after.get(key) ?? [])])]
}

/** Two values line by line: objects by key, lists by position. */
export function compareJson(left: Value, right: Value): JsonLine[] {
  const lines: JsonLine[] = []
  addMembers(lines, { left, right }, '', 0)
  return lines
}

function addMembers(lines: JsonLine[], values: Both<Value>, path: string, depth: number): void {
  const left = membersOf(values.left) ?? []
  const right = membersOf(values.right) ?? []
  const [inLeft, inRight] = [new Map(left), new Map(right)]
  const [lastLeft, lastRight] = [left.at(-1)?.[0], right.at(-1)?.[0]]
  for (const key of keysOf(left, right)) {
    const ends = { left: key === lastLeft ? '' : ',', right: key === lastRight ? '' : ',' }
    addMember(lines, { left: inLeft.get(key), right: inRight.get(key) }, `${path}/${key}`, depth, ends, [
      nameIn(values.left, key),
      nameIn(values.right, key),
    ])
  }
}

/** The elements of a list have no name. */
const nameIn = (parent: Value, key: string) => (Array.isArray(parent) ? '' : `${JSON.stringify(key)}: `)

function addMember(
  lines: JsonLine[],
  { left, right }: Both<Value>,
  id: string,
  depth: number,
  ends: Both<string>,
  [leftName, rightName]: [string, string],
): void {
  const only = left === undefined ? 'right' : right === undefined ? 'left' : null
  const branch = membersOf(left) ?? membersOf(right)
  // An object against a list or a plain value differs as a whole.
  const descends =
    branch !== null &&
    (only !== null || (membersOf(left) && membersOf(right) && Array.isArray(left) === Array.isArray(right)))
  const text = (value: Value, name: string, end: string) =>
    value === undefined ? null : name + shortJson(value) + end
  if (!descends) {
    const kind = only ?? (isSameJson(left, right) ? 'same' : 'changed')
    const [before, now] = [text(left, leftName, ends.left), text(right, rightName, ends.right)]
    lines.push({ id, depth, left: before, right: now, kind, counts: kind !== 'same' })
    return
  }
  const [open, close] = Array.isArray(only === 'right' ? right : left) ? ['[', ']'] : ['{', '}']
  const mark = (has: Value, word: string) => (has === undefined ? null : word)
  const kind = only ?? 'same'
  const first = { left: mark(left, leftName + open), right: mark(right, rightName + open) }
  lines.push({ id, depth, ...first, kind, counts: only !== null })
  const from = lines.length
  addMembers(lines, { left, right }, id, depth + 1)
  if (only !== null) for (const line of lines.slice(from)) line.counts = false
  const last = { left: mark(left, close + ends.left), right: mark(right, close + ends.right) }
  lines.push({ id: `${id}/`, depth, ...last, kind, counts: false })
}

/** Of the keys at the top of two objects: how many have the same value, another one, or are on one side only. */
export interface KeyCounts {
  same: number
  changed: number
  left: number
  right: number
}

export function countKeys(left: JsonObject, right: JsonObject): KeyCounts {
  const counts: KeyCounts = { same: 0, changed: 0, left: 0, right: 0 }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (!Object.hasOwn(right, key)) counts.left++
    else if (!Object.hasOwn(left, key)) counts.right++
    else counts[isSameJson(left[key], right[key]) ? 'same' : 'changed']++
  }
  return counts
}
