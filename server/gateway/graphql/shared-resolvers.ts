import { AppError } from '#server/lib/errors.ts'
import { team } from '#shared/domains/teams/contract.ts'
import { worker, type Worker } from '#shared/domains/workers/contract.ts'
import { readers } from '../lib/readers.ts'
import { entityOf, type Wire } from '../lib/wire.ts'
import type { Call } from '../upstream/call.ts'
import { apiPath } from '../upstream/path.ts'
import { builder } from './builder.ts'
import type { GraphqlContext } from './context.ts'

/** The argument of fields that take only an id. */
export const idArgs = builder.args((t) => ({ id: t.id({ required: true }) }))

/** Resolves a deletion to the id of the deleted entity, because the platform answers nothing. */
export const deletionResolver =
  (remove: (call: Call, id: string) => Promise<void>) =>
  async (_root: unknown, { id }: { id: string }, { call }: GraphqlContext): Promise<string> => {
    await remove(call, id)
    return id
  }

const reference = readers(worker.pick({ teamId: true }))
const teamId = reference.referenceId('teamId')
const teamName = reference.referenceName('teamId')
const nameOf = readers(team).textOrNull('name')

/**
 * The name of the team of an entity. Reads the team when the entity has only its id. Null for a team that the caller
 * cannot read.
 */
export async function teamNameOf(entity: Wire<Pick<Worker, 'teamId'>>, call: Call): Promise<string | null> {
  const id = teamId(entity)
  const name = teamName(entity)
  if (name !== null || id === null) return name
  try {
    return nameOf(
      entityOf(await call({ method: 'GET', path: apiPath`teams/${id}`, purpose: 'rights-check' })),
    )
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return null
    throw error
  }
}
