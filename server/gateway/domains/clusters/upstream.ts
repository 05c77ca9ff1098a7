import type { Cluster } from '#shared/domains/clusters/contract.ts'
import { searchedPageQuery, type SearchedPageArgs } from '#server/gateway/graphql/page.ts'
import { entityOf, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** The edited cluster; `teamId` null assigns it to no team, `version` is the one that the edit started from. */
export interface ClusterChange {
  name: string
  teamId: string | null
  tags: readonly string[]
  version: number | undefined
}

export async function listClusters(call: Call, page: SearchedPageArgs) {
  return pageOf<Cluster>(
    await call({ method: 'GET', path: 'clusters', query: searchedPageQuery(page) }),
    page.perPage,
  )
}

export async function getCluster(call: Call, id: string): Promise<Wire<Cluster>> {
  return entityOf(await call({ method: 'GET', path: clusterPath(id) }))
}

export async function createCluster(
  call: Call,
  body: Omit<ClusterChange, 'tags' | 'version'>,
): Promise<Wire<Cluster>> {
  return entityOf(await call({ method: 'POST', path: 'clusters', body }))
}

export async function updateCluster(call: Call, id: string, body: ClusterChange): Promise<Wire<Cluster>> {
  return entityOf(await call({ method: 'PUT', path: clusterPath(id), body }))
}

export async function deleteCluster(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: clusterPath(id) })
}

const clusterPath = (id: string) => apiPath`clusters/${id}`
