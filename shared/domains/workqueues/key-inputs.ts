/** Inputs of a row that the list shows. */
const SHOWN_INPUTS = 2

/** What tells the runs of a plan apart: `inputs` are the scalar fields of the initial state, by name. */
export interface InputRow {
  id: string
  name: string
  planId: string | null
  inputs: unknown
}

export interface KeyInput {
  key: string
  value: string
}

/**
 * The two inputs that vary most among the listed runs of one plan, for each row by its id; runs without a plan are
 * grouped by their name. Those that the list was searched by are always among them. Both stand in the order of the state,
 * which stays the same whatever runs are listed.
 */
export function keyInputsOf(
  rows: readonly InputRow[],
  searched: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, readonly KeyInput[]> {
  const plans = new Map<string, Map<string, Set<string>>>()
  const inputs = rows.map((row) => ({ row, fields: scalarsOf(row.inputs) }))
  for (const { row, fields } of inputs) {
    const values = plans.get(planOf(row)) ?? new Map<string, Set<string>>()
    plans.set(planOf(row), values)
    for (const { key, value } of fields) values.set(key, (values.get(key) ?? new Set()).add(value))
  }
  const keyInputs = ({ row, fields }: (typeof inputs)[number]) => {
    const weight = ({ key }: KeyInput) =>
      searched.has(key) ? Number.MAX_SAFE_INTEGER : (plans.get(planOf(row))?.get(key)?.size ?? 0)
    const chosen = new Set([...fields].sort((a, b) => weight(b) - weight(a)).slice(0, SHOWN_INPUTS))
    return fields.filter((field) => chosen.has(field))
  }
  return new Map(inputs.map((each) => [each.row.id, keyInputs(each)]))
}

const planOf = ({ planId, name }: InputRow) => planId ?? `name ${name}`

/** The scalar fields of an initial state, in its order. */
export function scalarsOf(inputs: unknown): KeyInput[] {
  if (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs)) return []
  return Object.entries(inputs)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([key, value]) => ({ key, value: String(value) }))
}
