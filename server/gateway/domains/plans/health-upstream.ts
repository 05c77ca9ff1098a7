import type { PlanHealth } from '#shared/domains/plans/contract.ts'
import { rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { AppError } from '#server/lib/errors.ts'

/** The newest runs of some plans; none on a platform with statistics that lacks this call. */
export async function readPlanHealth(
  call: Call,
  ids: readonly string[],
  runs: number | null | undefined,
): Promise<Wire<PlanHealth>[]> {
  if (ids.length === 0) return []
  const query = { ids: ids.join(','), runs: runs ?? undefined }
  return (await offered(call({ method: 'GET', path: 'plans/health', query }), rowsOf<PlanHealth>)) ?? []
}

/** Statuses by which a platform says that it does not know a call. */
const UNKNOWN_CALL = [400, 404, 405, 501]

async function offered<Answer>(
  asked: Promise<unknown>,
  read: (answer: unknown) => Answer,
): Promise<Answer | null> {
  try {
    return read(await asked)
  } catch (error) {
    if (error instanceof AppError && UNKNOWN_CALL.includes(error.statusCode)) return null
    throw error
  }
}
