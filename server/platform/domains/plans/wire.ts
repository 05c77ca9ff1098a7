import type { Selectable } from 'kysely'
import type { Plan } from '#shared/domains/plans/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import type { PlanTable } from '#server/platform/db/tables/apps.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'

export type PlanRow = Selectable<PlanTable>

/** The columns of a definition. The fields that only runs have (`planId`, `rerunOf`) are omitted. */
export function planColumns({ name, description, planId: _planId, rerunOf: _rerunOf, ...rest }: Definition) {
  return { name, description: description ?? '', definition: JSON.stringify(rest) }
}

/** Whether a row has that content already, its keys in the same order. */
export const isContentOf = (row: PlanRow, columns: ReturnType<typeof planColumns>): boolean =>
  row.name === columns.name &&
  row.description === columns.description &&
  JSON.stringify(row.definition) === columns.definition

/** Only validated definitions are stored. */
export const storedDefinition = (row: PlanRow) =>
  row.definition as unknown as Omit<Definition, 'name' | 'description' | 'planId' | 'rerunOf'>

/** The wire form of a row. */
export const wirePlan = wireForm<Plan>()((row: PlanRow) => {
  const definition = storedDefinition(row)
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    ...definition,
    initialState: definition.initialState ?? {},
    sample: row.sample,
    version: row.version,
    ...wireAuthored(row),
  }
})
