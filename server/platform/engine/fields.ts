/** Milliseconds since 1970. */
export type Moment = number

/**
 * What a field contains. A moment is a number in the engine, a `timestamptz` in a row and an ISO text on the
 * wire.
 */
export type FieldKind =
  | 'text'
  | 'integer'
  | 'integers'
  | 'real'
  | 'double'
  | 'boolean'
  | 'moment'
  | 'texts'
  | 'json'

/**
 * When a write of a run sends a field:
 * - `never`: only when the run is stored
 * - `often`: at every change of its task or run
 * - `seldom`: when a field of this group has changed
 * - `alone`: when it has changed itself, because its value may be large
 * - `inputs`, `result`: of a task, when it is queued, and when an attempt has returned a result
 */
export type FieldChange = 'never' | 'often' | 'seldom' | 'alone' | 'inputs' | 'result'

export interface Field {
  kind: FieldKind
  changes: FieldChange
}

type KindOf<Value> = [Value] extends [string]
  ? 'text'
  : [Value] extends [number]
    ? 'integer' | 'real' | 'double' | 'moment'
    : [Value] extends [boolean]
      ? 'boolean'
      : [Value] extends [readonly number[]]
        ? 'integers'
        : 'texts' | 'json'

/** The fields of a model: each of its keys and no other, with a kind that fits its type. */
export type FieldsOf<Model> = {
  readonly [Key in keyof Model]-?: Field & { kind: KindOf<NonNullable<Model[Key]>> }
}

/** The fields in order, with their names; only those with one of the given changes. */
export function fieldList<Model>(
  fields: FieldsOf<Model>,
  ...changes: FieldChange[]
): (Field & { name: keyof Model & string })[] {
  return (Object.keys(fields) as (keyof Model & string)[])
    .map((name) => ({ name, ...fields[name] }))
    .filter((field) => changes.length === 0 || changes.includes(field.changes))
}

/** Most moments of one write are the same, so the last text is kept. */
let last = { moment: 0, text: new Date(0).toISOString() }
export function iso(moment: Moment): string {
  if (moment !== last.moment) last = { moment, text: new Date(moment).toISOString() }
  return last.text
}
export const isoOrNull = (moment: Moment | null): string | null => (moment === null ? null : iso(moment))
