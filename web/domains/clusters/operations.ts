import { graphql } from '#web/lib/graphql.ts'

const clusterFields = graphql(`
  fragment ClusterFields on Cluster @_unmask {
    id
    name
    teamId
    tags
    version
    created
  }
`)

export const clusterListQuery = graphql(
  `
    query ClusterList($page: Int!, $perPage: Int!, $sort: String, $search: String) {
      clusters(page: $page, perPage: $perPage, sort: $sort, search: $search) {
        rows {
          ...ClusterFields
        }
        total
      }
    }
  `,
  [clusterFields],
)

export const clusterQuery = graphql(
  `
    query Cluster($id: ID!) {
      cluster(id: $id) {
        ...ClusterFields
      }
    }
  `,
  [clusterFields],
)

/** The deployments of all clusters, for the list of clusters. */
export const allDeploymentsQuery = graphql(`
  query AllDeployments {
    deployments {
      id
      clusterId
      workerId
      alias
      dockerTag
      replicaCount
      gitops {
        state
        reason
      }
    }
  }
`)

export const createClusterMutation = graphql(
  `
    mutation CreateCluster($name: String!, $teamId: ID) {
      createCluster(name: $name, teamId: $teamId) {
        ...ClusterFields
      }
    }
  `,
  [clusterFields],
)

export const updateClusterMutation = graphql(
  `
    mutation UpdateCluster($id: ID!, $name: String!, $teamId: ID, $tags: [String!]!, $version: Int) {
      updateCluster(id: $id, name: $name, teamId: $teamId, tags: $tags, version: $version) {
        ...ClusterFields
      }
    }
  `,
  [clusterFields],
)

export const deleteClusterMutation = graphql(`
  mutation DeleteCluster($id: ID!) {
    deleteCluster(id: $id)
  }
`)
