import type { Receipt } from '#shared/bulk/contract.ts'
import type { FailureGroup, FailureTask } from '#shared/domains/failures/contract.ts'
import {
  pageQuery,
  type PageArgs,
  searchedPageQuery,
  type SearchedPageArgs,
} from '#server/gateway/graphql/page.ts'
import { entityOf, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

export interface FailureListArgs extends SearchedPageArgs {
  state?: readonly string[] | null | undefined
  appId?: string | null | undefined
  type?: string | null | undefined
  taskId?: string | null | undefined
}

export interface FailureTasksArgs extends PageArgs {
  state?: readonly string[] | null | undefined
  restartable?: boolean | null | undefined
}

/** What people decide about a failure; each is a call of its own. */
export type FailureDecision = 'mute' | 'unmute' | 'assign' | 'close'

export async function listFailures(call: Call, { state, ...query }: FailureListArgs) {
  const { appId, type, taskId, ...page } = query
  const filters = { state: state?.join(','), appId, type, taskId }
  return pageOf<FailureGroup>(
    await call({ method: 'GET', path: 'failures', query: { ...searchedPageQuery(page), ...filters } }),
  )
}

export async function getFailure(call: Call, id: string): Promise<Wire<FailureGroup>> {
  return entityOf(await call({ method: 'GET', path: apiPath`failures/${id}` }))
}

/** The tasks of a failure, newest first. */
export async function listFailureTasks(
  call: Call,
  id: string,
  { state, restartable, ...page }: FailureTasksArgs,
) {
  const { sort: _fixed, ...paging } = pageQuery(page)
  const query = { ...paging, state: state?.join(','), restartable: restartable || undefined }
  return pageOf<FailureTask>(await call({ method: 'GET', path: apiPath`failures/${id}/tasks`, query }))
}

/** Restarts the tasks of a failure; answers the receipt. */
export async function restartFailure(
  call: Call,
  id: string,
  body: { alias?: string | undefined; holdSeconds?: number | undefined },
): Promise<Wire<Receipt>> {
  return entityOf(await call({ method: 'POST', path: apiPath`failures/${id}/restart`, body }))
}

export async function decideFailure(
  call: Call,
  id: string,
  decision: FailureDecision,
  body: object = {},
): Promise<Wire<FailureGroup>> {
  return entityOf(await call({ method: 'POST', path: apiPath`failures/${id}/${decision}`, body }))
}

export async function noteFailure(call: Call, id: string, text: string): Promise<Wire<FailureGroup>> {
  return entityOf(await call({ method: 'PUT', path: apiPath`failures/${id}/note`, body: { text } }))
}
