import type { Json, JsonObject } from '../json.ts'
import { faultsOfNearest, titles } from './alternatives.ts'
import { checkAnyValue, checkEntries, checkFieldCount, checkNumber, checkText } from './assertions.ts'
import { kindsOf, listAt, namedAt, schemaAt } from './keywords.ts'
import type { TextPattern } from './patterns.ts'
import { inside, pathTo, type ValuePlace } from './place.ts'
import { isJsonObject, isSchema, ownField, type JsonFault, type InputSchema } from './schema.ts'
import { boundWords } from './words.ts'

/** How deep schemas may refer to each other and descend into a value. */
const MAX_CALLS = 1000

/** The check takes more steps than it may. */
export class TooMuchWork extends Error {}

/** What an evaluation reads and spends. */
export interface Evaluation {
  resolve(reference: string): InputSchema | undefined
  pattern(text: string): TextPattern
  /** Whether the schema asks what other parts of it have looked at. */
  tracks: boolean
  /** Values that may still be checked. */
  left: number
}

/** The fields and entries of a value that a schema has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
interface Seen {
  fields: Set<string>
  entries: Set<number>
}

const nothingSeen: Seen = { fields: new Set(), entries: new Set() }

/**
 * Checks a value and adds its faults. Returns what was looked at. The work is bounded, because schemas are written by
 * users: alternatives that refer to each other can take time that doubles with every level.
 */
export function evaluateSchema(
  of: Evaluation,
  schema: InputSchema,
  place: ValuePlace,
  faults: JsonFault[],
): Seen {
  const seen: Seen = of.tracks ? { fields: new Set(), entries: new Set() } : nothingSeen
  const { value, calls } = place
  spend(of, 1)
  if (calls > MAX_CALLS) throw new TooMuchWork()
  const tell = (message: string) => void faults.push({ path: pathTo(place), message })
  if (typeof schema === 'boolean') {
    if (!schema) tell('is not allowed')
    return seen
  }
  const applies = kindsOf(schema)
  spend(of, applies.weight)
  if (!checkAnyValue(schema, value, tell)) return seen
  if (typeof value === 'number') checkNumber(schema, value, tell)
  else if (typeof value === 'string') {
    spend(of, Math.floor(value.length / 256))
    const pattern = (written: string) => {
      const compiled = of.pattern(written)
      spend(of, compiled.cost(value))
      return compiled
    }
    checkText(schema, value, pattern, tell)
  }
  if (applies.inPlace) inPlace(of, schema, place, faults, seen)
  if (Array.isArray(value)) {
    if (applies.entries) checkItems(of, schema, place, value, faults, seen)
  } else if (isJsonObject(value) && applies.fields) checkFields(of, schema, place, value, faults, seen)
  return seen
}

function spend(of: Evaluation, steps: number): void {
  of.left -= steps
  if (of.left < 0) throw new TooMuchWork()
}

/** The keywords that apply other schemas to the same value. */
function inPlace(
  of: Evaluation,
  schema: JsonObject,
  place: ValuePlace,
  faults: JsonFault[],
  seen: Seen,
): void {
  const here = { ...place, calls: place.calls + 1 }
  /** The faults of a schema, whose observations count if it has none. */
  const judged = (part: InputSchema): JsonFault[] => {
    const own: JsonFault[] = []
    const found = evaluateSchema(of, part, here, own)
    if (own.length === 0 && of.tracks) {
      for (const field of found.fields) seen.fields.add(field)
      for (const entry of found.entries) seen.entries.add(entry)
    }
    return own
  }
  const reference = ownField(schema, '$ref')
  if (typeof reference === 'string') faults.push(...judged(of.resolve(reference) ?? false))
  for (const part of listAt(schema, 'allOf')) faults.push(...judged(part))
  const anyOf = listAt(schema, 'anyOf')
  if (anyOf.length > 0) {
    const each = anyOf.map(judged)
    if (each.every((own) => own.length > 0)) faults.push(...faultsOfNearest(anyOf, each, place))
  }
  const oneOf = listAt(schema, 'oneOf')
  if (oneOf.length > 0) {
    const each = oneOf.map(judged)
    const matches = oneOf.filter((_part, index) => each[index]!.length === 0)
    if (matches.length === 0) faults.push(...faultsOfNearest(oneOf, each, place))
    else if (matches.length > 1)
      faults.push({ path: pathTo(place), message: `must match only one of ${titles(matches)}` })
  }
  const not = schemaAt(schema, 'not')
  if (not !== undefined && evaluateQuietly(of, not, here))
    faults.push({ path: pathTo(place), message: `must not be ${titles([not])}` })
  const condition = schemaAt(schema, 'if')
  if (condition !== undefined) {
    const branch = schemaAt(schema, judged(condition).length === 0 ? 'then' : 'else')
    if (branch !== undefined) faults.push(...judged(branch))
  }
  if (isJsonObject(place.value))
    for (const [name, part] of Object.entries(namedAt(schema, 'dependentSchemas')))
      if (Object.hasOwn(place.value, name) && isSchema(part)) faults.push(...judged(part))
}

/** Whether a value is valid. */
function evaluateQuietly(of: Evaluation, schema: InputSchema, place: ValuePlace): boolean {
  const faults: JsonFault[] = []
  evaluateSchema(of, schema, place, faults)
  return faults.length === 0
}

function checkItems(
  of: Evaluation,
  schema: JsonObject,
  place: ValuePlace,
  value: readonly Json[],
  faults: JsonFault[],
  seen: Seen,
): void {
  const tell = (message: string) => void faults.push({ path: pathTo(place), message })
  // Entries are compared by their texts.
  if (ownField(schema, 'uniqueItems') === true)
    spend(of, Math.max(value.length, Math.floor(JSON.stringify(value).length / 32)))
  checkEntries(schema, value, tell)
  const at = (index: number) => inside(place, index, value[index]!)
  const check = (part: InputSchema, index: number) => {
    evaluateSchema(of, part, at(index), faults)
    if (of.tracks) seen.entries.add(index)
  }
  const first = listAt(schema, 'prefixItems')
  first.slice(0, value.length).forEach(check)
  const rest = schemaAt(schema, 'items')
  if (rest !== undefined) for (let index = first.length; index < value.length; index++) check(rest, index)
  const contains = schemaAt(schema, 'contains')
  if (contains !== undefined) {
    const found = value
      .map((_item, index) => index)
      .filter((index) => evaluateQuietly(of, contains, at(index)))
    if (of.tracks) for (const index of found) seen.entries.add(index)
    const [least, most] = [ownField(schema, 'minContains') ?? 1, ownField(schema, 'maxContains')]
    const unit = [
      `entry that matches ${titles([contains])}`,
      `entries that match ${titles([contains])}`,
    ] as const
    if (found.length < Number(least)) tell(boundWords('least', Number(least), unit))
    if (most !== undefined && found.length > Number(most)) tell(boundWords('most', Number(most), unit))
  }
  const unseen = schemaAt(schema, 'unevaluatedItems')
  if (unseen !== undefined)
    value.forEach((_item, index) => {
      if (!seen.entries.has(index)) check(unseen, index)
    })
}

function checkFields(
  of: Evaluation,
  schema: JsonObject,
  place: ValuePlace,
  value: JsonObject,
  faults: JsonFault[],
  seen: Seen,
): void {
  const names = Object.keys(value)
  const required = (name: unknown) => {
    if (typeof name !== 'string' || Object.hasOwn(value, name)) return
    spend(of, 1)
    faults.push({ path: [...pathTo(place), name], message: 'is required' })
  }
  const listed = ownField(schema, 'required')
  if (Array.isArray(listed)) listed.forEach(required)
  for (const [name, others] of Object.entries(namedAt(schema, 'dependentRequired')))
    if (Object.hasOwn(value, name) && Array.isArray(others)) others.forEach(required)
  checkFieldCount(schema, names.length, (message) => void faults.push({ path: pathTo(place), message }))
  const check = (part: InputSchema, name: string) => {
    evaluateSchema(of, part, inside(place, name, value[name]!), faults)
    if (of.tracks) seen.fields.add(name)
  }
  const own = new Set<string>()
  for (const [name, part] of Object.entries(namedAt(schema, 'properties')))
    if (Object.hasOwn(value, name) && isSchema(part)) {
      check(part, name)
      own.add(name)
    }
  for (const [written, part] of Object.entries(namedAt(schema, 'patternProperties'))) {
    const pattern = of.pattern(written)
    for (const name of names) {
      spend(of, pattern.cost(name))
      if (!pattern.test(name) || !isSchema(part)) continue
      check(part, name)
      own.add(name)
    }
  }
  const others = schemaAt(schema, 'additionalProperties')
  if (others !== undefined) for (const name of names) if (!own.has(name)) checkOther(others, name)
  const naming = schemaAt(schema, 'propertyNames')
  if (naming !== undefined)
    for (const name of names) evaluateSchema(of, naming, inside(place, name, name), faults)
  const unseen = schemaAt(schema, 'unevaluatedProperties')
  if (unseen !== undefined) for (const name of names) if (!seen.fields.has(name)) checkOther(unseen, name)

  function checkOther(part: InputSchema, name: string): void {
    if (part === false) faults.push({ path: [...pathTo(place), name], message: 'is not known here' })
    check(part === false ? true : part, name)
  }
}
