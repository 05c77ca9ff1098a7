import type { Selectable } from 'kysely'
import type { Worker } from '#shared/domains/workers/contract.ts'
import { wireAuthored } from '#server/platform/db/authored.ts'
import type { WorkerTable } from '#server/platform/db/tables/workers.ts'

/** A row with the name of its team. */
export interface WorkerRow extends Selectable<WorkerTable> {
  team_name: string
}

export type WithoutAliases = Omit<Worker, 'aliases'>

/** The wire form of a row; its aliases are read separately. */
export function wireWorker(row: WorkerRow): WithoutAliases {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    status: row.status,
    teamId: { _id: row.team_id, name: row.team_name },
    inputs: row.inputs,
    outputs: row.outputs,
    version: row.version,
    ...wireAuthored(row),
  }
}
