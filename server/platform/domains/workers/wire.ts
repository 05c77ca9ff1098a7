import type { Selectable } from 'kysely'
import type { Worker } from '#shared/domains/workers/contract.ts'
import type { WorkerTable } from '#server/platform/db/tables/workers.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'

/** A row with the name of its team. */
export interface WorkerRow extends Selectable<WorkerTable> {
  team_name: string
}

export type WithoutAliases = Omit<Worker, 'aliases'>

/** The wire form of a row; its aliases are read separately. */
export const wireWorker = wireForm<WithoutAliases>()((row: WorkerRow) => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  status: row.status,
  teamId: { _id: row.team_id, name: row.team_name },
  inputs: row.inputs,
  outputs: row.outputs,
  ...(row.input_schema && { inputSchema: row.input_schema }),
  version: row.version,
  ...wireAuthored(row),
}))
