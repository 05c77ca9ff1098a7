import type {
  Alias,
  NewPrivateKey,
  WorkerInputs,
  WorkerWithSecrets,
} from '#shared/domains/workers/contract.ts'
import { searchedPageQuery, type SearchedPageArgs } from '#server/gateway/graphql/page.ts'
import { addedOf, entityOf, pageOf, rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

export interface WorkerQuery extends SearchedPageArgs {
  showDeleted: boolean
}

/** The fields to change; undefined leaves a field as it is. */
export interface WorkerChange {
  name?: string | undefined
  description?: string | undefined
  inputs?: unknown
  outputs?: unknown
  /** Null removes it. */
  inputSchema?: unknown
  /** The team's id, never the whole team. */
  teamId?: string | undefined
  version?: number | undefined
}

export async function listWorkers(call: Call, { showDeleted, ...page }: WorkerQuery) {
  const query = { ...searchedPageQuery(page), showDeleted, populateTeamId: true }
  return pageOf<WorkerWithSecrets>(await call({ method: 'GET', path: 'workers', query }), page.perPage)
}

/** The call that answers a worker with its aliases and their secrets. */
export const workerRead = (id: string) => ({ method: 'GET', path: workerPath(id) }) as const

export async function getWorker(call: Call, id: string): Promise<Wire<WorkerWithSecrets>> {
  return entityOf(await call(workerRead(id)))
}

export async function createWorker(
  call: Call,
  body: { name: string; teamId: string },
): Promise<Wire<WorkerWithSecrets>> {
  return entityOf(await call({ method: 'POST', path: 'workers', body }))
}

export async function updateWorker(
  call: Call,
  id: string,
  body: WorkerChange,
): Promise<Wire<WorkerWithSecrets>> {
  return entityOf(await call({ method: 'PUT', path: workerPath(id), body }))
}

/** The inputs that tasks take, of the workers that state them; of one type or of all. */
export async function listInputs(call: Call, type: string | undefined): Promise<Wire<WorkerInputs>[]> {
  return rowsOf(await call({ method: 'GET', path: 'workers/inputs', query: { type } }))
}

export async function deleteWorker(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: workerPath(id) })
}

/** The body repeats the id of the worker. */
export async function addAlias(call: Call, workerId: string, aliasName: string): Promise<Wire<Alias>> {
  const body = { aliasName, _id: workerId }
  return addedOf(await call({ method: 'POST', path: `${workerPath(workerId)}/aliases`, body }), 'aliases')
}

export async function removeAlias(call: Call, workerId: string, alias: string): Promise<void> {
  await call({ method: 'DELETE', path: aliasPath(workerId, alias) })
}

/** Returns the key with its private half, which the platform never answers again. */
export async function addPrivateKey(call: Call, workerId: string, alias: string, name: string) {
  return entityOf<NewPrivateKey>(
    await call({ method: 'PUT', path: `${aliasPath(workerId, alias)}/jwt`, body: { name } }),
  )
}

export async function removePrivateKey(call: Call, workerId: string, alias: string, keyId: string) {
  await call({ method: 'DELETE', path: apiPath`workers/${workerId}/aliases/${alias}/jwt/${keyId}` })
}

const workerPath = (id: string) => apiPath`workers/${id}`
const aliasPath = (id: string, alias: string) => apiPath`workers/${id}/aliases/${alias}`
