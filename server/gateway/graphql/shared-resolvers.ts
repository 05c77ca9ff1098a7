import { AppError } from '#server/lib/errors.ts'
import { team } from '#shared/domains/teams/contract.ts'
import { worker, type Worker } from '#shared/domains/workers/contract.ts'
import { readers } from '../lib/readers.ts'
import { entityOf, type Wire } from '../lib/wire.ts'
import type { Call } from '../upstream/call.ts'
import { apiPath } from '../upstream/path.ts'
import { builder } from './builder.ts'
import type { GraphqlContext } from './context.ts'

/** The argument of what is named by its id alone. */
export const idArgs = builder.args((t) => ({ id: t.id({ required: true }) }))

/** Resolves a deletion, which answers nothing, with the id of what is gone. */
export const answeringId =
  (remove: (call: Call, id: string) => Promise<void>) =>
  async (_root: unknown, { id }: { id: string }, { call }: GraphqlContext): Promise<string> => {
    await remove(call, id)
    return id
  }

const reference = readers(worker.pick({ teamId: true }))
const teamId = reference.referenceId('teamId')
const teamName = reference.referenceName('teamId')
const nameOf = readers(team).textOrNull('name')

/** The name of an entity's team; a team that came as an id is read once. Null for one that cannot be read. */
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
