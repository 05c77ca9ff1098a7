import { AppError } from '#server/lib/errors.ts'
import { apiPath } from '../upstream/path.ts'
import { entityOf, referenceId, referenceName, textOrNull } from '../lib/wire.ts'
import type { Call } from '../upstream/call.ts'

const teamId = referenceId('teamId')
const teamName = referenceName('teamId')

/** The name of an entity's team; a team that came as an id is read once. Null for one that cannot be read. */
export async function teamNameOf(entity: Parameters<typeof teamName>[0], call: Call): Promise<string | null> {
  const id = teamId(entity)
  const name = teamName(entity)
  if (name !== null || id === null) return name
  try {
    return textOrNull('name')(
      entityOf(await call({ method: 'GET', path: apiPath`teams/${id}`, purpose: 'rights-check' })),
    )
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return null
    throw error
  }
}
