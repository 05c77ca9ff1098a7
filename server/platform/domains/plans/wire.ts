import type { Selectable } from 'kysely'
import type { Plan } from '#shared/domains/plans/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { wireAuthored } from '#server/platform/db/authored.ts'
import type { PlanTable } from '#server/platform/db/tables/apps.ts'

export type PlanRow = Selectable<PlanTable>

/** Name and description have columns of their own; what a run alone has (its plan, its origin) is left out. */
export function planColumns({ name, description, planId: _planId, rerunOf: _rerunOf, ...rest }: Definition) {
  return { name, description: description ?? '', definition: JSON.stringify(rest) }
}

/** Only checked definitions are ever stored. */
export const storedDefinition = (row: PlanRow) =>
  row.definition as unknown as Omit<Definition, 'name' | 'description'>

/** A row as the calls answer it. */
export function wirePlan(row: PlanRow): Plan {
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
}
