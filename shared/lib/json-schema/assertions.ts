import type { Json, JsonObject } from '../json.ts'
import { formats } from './formats.ts'
import type { TextPattern } from './patterns.ts'
import { ownField } from './schema.ts'
import { boundWords, canonicalJson, oneOfWords, sameJson, typeOfJson, typesInWords } from './words.ts'

export type Tell = (message: string) => void

const numberOf = (schema: JsonObject, keyword: string): number | undefined => {
  const value = ownField(schema, keyword)
  return typeof value === 'number' ? value : undefined
}

/** `type`, `const` and `enum`: the keywords that apply to every value. Returns whether the type is right. */
export function checkAnyValue(schema: JsonObject, value: Json, tell: Tell): boolean {
  const type = ownField(schema, 'type')
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as string[]
  if (types.length > 0 && !types.some((name) => isOfType(name, value))) {
    tell(`must be ${typesInWords(types)}`)
    return false
  }
  const constant = ownField(schema, 'const')
  if (constant !== undefined && !sameJson(constant, value)) tell(oneOfWords([constant]))
  const choices = ownField(schema, 'enum')
  if (Array.isArray(choices) && !choices.some((choice) => sameJson(choice, value))) tell(oneOfWords(choices))
  return true
}

function isOfType(name: string, value: Json): boolean {
  if (name === 'integer') return typeof value === 'number' && Number.isInteger(value)
  return typeOfJson(value) === name
}

/** The bounds of a number. */
export function checkNumber(schema: JsonObject, value: number, tell: Tell): void {
  const [least, most] = [numberOf(schema, 'minimum'), numberOf(schema, 'maximum')]
  const [above, below] = [numberOf(schema, 'exclusiveMinimum'), numberOf(schema, 'exclusiveMaximum')]
  if (least !== undefined && value < least) tell(`must be at least ${least}`)
  if (most !== undefined && value > most) tell(`must be at most ${most}`)
  if (above !== undefined && value <= above) tell(`must be more than ${above}`)
  if (below !== undefined && value >= below) tell(`must be less than ${below}`)
  const step = numberOf(schema, 'multipleOf')
  if (step !== undefined && !isMultiple(value, step)) tell(`must be a multiple of ${step}`)
}

/** Decimal fractions have no exact quotient: 0.0075 is 75 times 0.0001. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step
  if (!Number.isFinite(times)) return Number.isInteger(value) && Number.isInteger(1 / step)
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * 1e-12
}

/** The length, the pattern and the format of a text. */
export function checkText(
  schema: JsonObject,
  value: string,
  pattern: (text: string) => TextPattern,
  tell: Tell,
): void {
  const [least, most] = [numberOf(schema, 'minLength'), numberOf(schema, 'maxLength')]
  if (least !== undefined || most !== undefined) {
    const length = [...value].length
    const unit = ['character', 'characters'] as const
    if (least !== undefined && length < least)
      tell(length === 0 ? 'must not be empty' : boundWords('least', least, unit))
    if (most !== undefined && length > most) tell(boundWords('most', most, unit))
  }
  const written = ownField(schema, 'pattern')
  if (typeof written === 'string' && !pattern(written).test(value)) tell(`must match the pattern ${written}`)
  const format = ownField(schema, 'format')
  const known = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined
  if (known && !known.test(value)) tell(`must be ${known.words}`)
}

/** The number of entries of a list, and that none is there twice. */
export function checkEntries(schema: JsonObject, value: readonly Json[], tell: Tell): void {
  checkCount(schema, value.length, ['minItems', 'maxItems'], ['entry', 'entries'], tell)
  if (ownField(schema, 'uniqueItems') !== true) return
  const seen = new Set<string>()
  const twice = value.findIndex((item) => {
    const text = canonicalJson(item)
    return seen.has(text) || !seen.add(text)
  })
  if (twice >= 0) tell(`must have no entry twice: that at ${twice} is a repetition`)
}

/** The number of fields of an object. */
export const checkFieldCount = (schema: JsonObject, count: number, tell: Tell): void =>
  checkCount(schema, count, ['minProperties', 'maxProperties'], ['field', 'fields'], tell)

function checkCount(
  schema: JsonObject,
  count: number,
  [lower, upper]: readonly [string, string],
  unit: readonly [string, string],
  tell: Tell,
): void {
  const [least, most] = [numberOf(schema, lower), numberOf(schema, upper)]
  if (least !== undefined && count < least) tell(boundWords('least', least, unit))
  if (most !== undefined && count > most) tell(boundWords('most', most, unit))
}
