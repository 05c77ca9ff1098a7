import Papa from 'papaparse'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { compileSchema, type JsonValidator } from '#shared/lib/json-schema/compile.ts'
import { isJsonObject, isSchema, ownField } from '#shared/lib/json-schema/schema.ts'
import { parseJson } from '#web/lib/json-text.ts'
import { schemaFields, readSchema, typeOf } from '#web/ui/schema/read-schema.ts'
import { withValueAt } from '#web/ui/schema/edit-value.ts'

/** Maximum number of runs that one call starts. */
const MAX_ROWS = 1000
/** Longest text that is read as rows, in characters. */
const MAX_LENGTH = 5_000_000
/** Bytes of the initial states of one call: below the 2 MiB of a request. */
const MAX_BYTES = 2_000_000

/** A row of the text: the initial state that it makes, and what is wrong with it. */
export interface StateRow {
  /** Place in the text, from 1. */
  number: number
  state: JsonObject
  faults: string[]
}

/** A column of the preview, and what its values are read as. */
export interface RowColumn {
  name: string
  path: string[]
  type: string
}

export type RowsRead = { columns: RowColumn[]; rows: StateRow[] } | { reason: string }

const tooLarge = 'The rows are too large: one call starts runs from 2 MB of initial states. Split them.'
const noRows: RowsRead = { columns: [], rows: [] }

/**
 * Reads rows from CSV, whose first line has paths of the initial state, or from a JSON list of objects, and adds each to
 * `base`. Values of CSV have the type of the schema; without one, numbers, true and false are recognised.
 */
export function readRows(text: string, base: JsonObject, schema: JsonObject | null): RowsRead {
  const trimmed = text.trim()
  if (trimmed === '') return noRows
  if (trimmed.length > MAX_LENGTH) return { reason: tooLarge }
  const validator = schema ? compileSchema(schema) : null
  const read =
    trimmed.startsWith('[') || trimmed.startsWith('{')
      ? fromJson(trimmed, base)
      : fromCsv(trimmed, base, schema, validator)
  if ('reason' in read) return read
  if (read.rows.length > MAX_ROWS)
    return {
      reason: `These are ${read.rows.length.toLocaleString('en')} rows; one call starts at most 1,000.`,
    }
  if (validator)
    for (const row of read.rows)
      row.faults.push(
        ...validator
          .faultsOf(row.state)
          .map(({ path, message }) => `${path.join('.') || 'The state'} ${message}`),
      )
  return fitsCall(read.rows) ? read : { reason: tooLarge }
}

function fitsCall(rows: readonly StateRow[]): boolean {
  const encoder = new TextEncoder()
  let bytes = 0
  for (const { state, faults } of rows) {
    if (faults.length === 0) bytes += encoder.encode(JSON.stringify(state)).length
    if (bytes > MAX_BYTES) return false
  }
  return true
}

function fromJson(text: string, base: JsonObject): RowsRead {
  const parsed = parseJson(text)
  // One object in each line.
  const list =
    'reason' in parsed ? linesOf(text) : Array.isArray(parsed.value) ? parsed.value : [parsed.value]
  if (list === null) return { reason: `Not valid JSON: ${'reason' in parsed ? parsed.reason : ''}` }
  const names = new Set<string>()
  const rows = list.map((item: unknown, index): StateRow => {
    if (!isJsonObject(item)) return { number: index + 1, state: base, faults: ['must be an object: { … }'] }
    for (const name of Object.keys(item)) names.add(name)
    return { number: index + 1, state: { ...base, ...item }, faults: [] }
  })
  return { columns: [...names].map((name) => ({ name, path: [name], type: '' })), rows }
}

function linesOf(text: string): unknown[] | null {
  const parsed = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseJson)
  return parsed.some((each) => 'reason' in each)
    ? null
    : parsed.map((each) => ('value' in each ? each.value : null))
}

function fromCsv(
  text: string,
  base: JsonObject,
  schema: JsonObject | null,
  validator: JsonValidator | null,
): RowsRead {
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  // Such a value may have swallowed the rows behind it.
  const unmatched = errors.find(({ type }) => type === 'Quotes')
  if (unmatched)
    return {
      reason: `${unmatched.row ? `Row ${unmatched.row}` : 'The first line'} has a quote without its other one.`,
    }
  const [header = [], ...lines] = data
  const names = header.map((name) => name.trim())
  const nameless = names.findIndex((name) => name === '')
  if (nameless >= 0)
    return { reason: `Column ${nameless + 1} has no name: the first line names places of the initial state.` }
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) return { reason: `The column ${repeated} is there twice.` }
  const columns = names.map((name): RowColumn => {
    const path = name.split('.')
    return { name, path, type: schema && validator ? typeAt(schema, path, validator) : '' }
  })
  if (columns.some(({ path }) => path.includes('__proto__')))
    return { reason: 'A column cannot be named __proto__.' }
  columns.forEach((column, index) => {
    if (column.type === '') column.type = recognised(lines.map((line) => line[index] ?? ''))
  })
  const rows = lines.map((line, index): StateRow => {
    const faults =
      line.length > columns.length ? [`has ${line.length} values, the first line ${columns.length}`] : []
    const state = columns.reduce<JsonObject>((made, { path, type }, at) => {
      const cell = line[at] ?? ''
      return cell.trim() === ''
        ? made
        : (withValueAt(made, placesIn(made, path), valueOf(cell, type)) as JsonObject)
    }, base)
    return { number: index + 1, state, faults }
  })
  return { columns, rows }
}

/** A part of a path that leads into a list is a number. */
function placesIn(state: Json, path: readonly string[]): (string | number)[] {
  let at: Json | undefined = state
  return path.map((part) => {
    const place = Array.isArray(at) && /^\d{1,4}$/.test(part) ? Number(part) : part
    at = Array.isArray(at) ? at[Number(place)] : isJsonObject(at) ? ownField(at, part) : undefined
    return place
  })
}

/** The type of the schema at a path; empty where the schema does not say. */
function typeAt(schema: JsonObject, path: readonly string[], { resolve }: JsonValidator): string {
  let at = readSchema(schema, resolve)
  for (const part of path) {
    const items = ownField(at, 'items')
    const next = typeOf(at) === 'array' && isSchema(items) ? items : schemaFields(at)[part]
    if (next === undefined) return ''
    at = readSchema(next, resolve)
  }
  return typeOf(at) ?? (Array.isArray(ownField(at, 'enum')) ? typeOfChoices(at) : '')
}

const typeOfChoices = (schema: JsonObject) => {
  const values = ownField(schema, 'enum') as Json[]
  return values.every((value) => typeof value === 'string') ? 'string' : ''
}

/** What all values of a column are, if the schema does not say: numbers, true and false, or texts. */
function recognised(cells: readonly string[]): string {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.length === 0) return 'string'
  if (filled.every(isPlainNumber)) return 'number'
  return filled.every((cell) => cell === 'true' || cell === 'false') ? 'boolean' : 'string'
}

/** Not `007` and not more digits than a number keeps: these are names. */
const isPlainNumber = (text: string) => /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text)

/** The value of a cell; a text that does not fit the type stays a text, and the check says so. */
function valueOf(cell: string, type: string): Json {
  const text = cell.trim()
  if (type === 'number' || type === 'integer') return Number.isFinite(Number(text)) ? Number(text) : cell
  if (type === 'boolean') {
    const lower = text.toLowerCase()
    return lower === 'true' || lower === 'false' ? lower === 'true' : cell
  }
  if (type === 'object' || type === 'array') {
    const parsed = parseJson(text)
    return 'value' in parsed ? (parsed.value as Json) : cell
  }
  return cell
}
