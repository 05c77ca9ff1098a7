import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { Random } from './random.ts'

/**
 * A second implementation of conditions, written from their description. It stores a state as a tree of maps,
 * so that no path can reach a prototype.
 */
type Value = string | number | boolean | null | Value[] | Map<string, Value>

export function referenceHolds(condition: Json, state: JsonObject): boolean {
  return truth(valueOf(condition, modelOf(state)))
}

/** Empty lists and falsy values are false. */
const truth = (value: Value) => (Array.isArray(value) ? value.length > 0 : !!value)

function modelOf(json: Json): Value {
  if (Array.isArray(json)) return json.map(modelOf)
  if (typeof json !== 'object' || json === null) return json
  return new Map(Object.entries(json).map(([name, value]) => [name, modelOf(value)]))
}

function valueOf(condition: Json, state: Value): Value {
  if (Array.isArray(condition)) return condition.map((part) => valueOf(part, state))
  if (typeof condition !== 'object' || condition === null) return condition
  const [[operator, operand]] = Object.entries(condition) as [[string, Json]]
  const operands = Array.isArray(operand) ? operand : [operand]
  if (operator === 'var') {
    const found = operands[0] === '' ? state : follow(String(operands[0]).split('.'), state)
    return found ?? (operands.length > 1 ? valueOf(operands[1] as Json, state) : null)
  }
  const values = operands.map((part) => valueOf(part, state))
  if (operator === 'and')
    return (values.every(truth) ? last(values) : values.find((value) => !truth(value))) as Value
  if (operator === 'or') return values.find(truth) ?? last(values)
  const [needle, hay] = values as [Value, Value]
  if (Array.isArray(hay)) return hay.some((element) => element === needle)
  return typeof hay === 'string' && typeof needle === 'string' && hay.indexOf(needle) >= 0
}

const last = (values: Value[]) => values[values.length - 1] as Value

/** Objects have their own members; lists their indexes and their length; other values nothing. */
function follow([part, ...rest]: string[], at: Value): Value | undefined {
  if (part === undefined) return at
  const below = at instanceof Map ? at.get(part) : Array.isArray(at) ? ofList(at, part) : undefined
  return below === undefined ? undefined : follow(rest, below)
}

function ofList(list: Value[], part: string): Value | undefined {
  if (part === 'length') return list.length
  return list.find((_element, place) => String(place) === part)
}

const names = [
  'a',
  'b',
  'list',
  'text',
  '0',
  '1',
  '01',
  'length',
  '__proto__',
  'constructor',
  'toString',
  'name',
]
const literals: Json[] = [null, true, false, 0, 1, -1, 0.5, '', 'a', 'ab', 'abc', '0', [], [0], ['a', 'ab']]

/** A state with the names of prototype members as own members, as parsed JSON has them. */
export function randomState(random: Random): JsonObject {
  const value = (depth: number): unknown => {
    if (depth === 0 || random.chance(0.3)) return random.pick(literals)
    if (random.chance(0.3)) return Array.from({ length: random.below(4) }, () => value(depth - 1))
    // As text, so that `__proto__` becomes a member and does not set the prototype.
    const members = Array.from({ length: random.below(5) }, () => {
      return `${JSON.stringify(random.pick(names))}:${JSON.stringify(value(depth - 1))}`
    })
    return JSON.parse(`{${members.join(',')}}`)
  }
  return { a: value(3), b: value(2), list: value(2), text: 'abc' } as JsonObject
}

/** A condition that a definition may contain. */
export function randomConditionOf(random: Random, depth: number): Json {
  const inner = () => randomConditionOf(random, depth - 1)
  if (depth === 0) return random.chance(0.5) ? random.pick(literals) : { var: randomPath(random) }
  const operator = random.pick(['and', 'or', 'in', 'var', 'var', 'literal', 'list'])
  if (operator === 'literal') return random.pick(literals)
  if (operator === 'list') return Array.from({ length: random.below(3) }, inner)
  if (operator === 'var')
    return { var: random.chance(0.5) ? randomPath(random) : [randomPath(random), inner()] }
  if (operator === 'in') return { in: [inner(), inner()] }
  return { [operator]: Array.from({ length: 1 + random.below(3) }, inner) }
}

function randomPath(random: Random): string {
  return Array.from({ length: random.below(4) }, () => random.pick(names)).join('.')
}
