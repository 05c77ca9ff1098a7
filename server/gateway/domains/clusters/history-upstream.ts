import { entityOf, pageOf, rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { pageQuery, type PageArgs, type WirePage } from '#server/gateway/graphql/page.ts'
import type {
  AliasDeployment,
  DeploymentSave,
  DeploymentWork,
} from '#shared/domains/clusters/history-contract.ts'

/** What the saves of a deployment have changed, newest first. */
export async function readDeploymentChanges(
  call: Call,
  id: string,
  page: PageArgs,
): Promise<WirePage<DeploymentSave>> {
  const path = apiPath`deployments/${id}/changes`
  return pageOf<DeploymentSave>(await call({ method: 'GET', path, query: pageQuery(page) }))
}

/** The tasks of the alias of a deployment that wait, run or fail now. */
export async function getDeploymentWork(call: Call, id: string): Promise<Wire<DeploymentWork>> {
  return entityOf(await call({ method: 'GET', path: apiPath`deployments/${id}/work` }))
}

/** The deployments that run an alias, with what has changed since a task of it was done last. */
export async function listAliasDeployments(
  call: Call,
  type: string,
  alias: string,
): Promise<Wire<AliasDeployment>[]> {
  return rowsOf<AliasDeployment>(
    await call({ method: 'GET', path: apiPath`queues/${type}/${alias}/deployments` }),
  )
}
