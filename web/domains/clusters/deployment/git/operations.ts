import { graphql } from '#web/lib/graphql.ts'

const publicationFields = graphql(`
  fragment PublicationFields on DeploymentPublication @_unmask {
    state
    path
    changes
    commit
    at
    reason
    since
    nextTry
    found {
      commit
      author
      rewritten
    }
  }
`)

export const deploymentPublicationQuery = graphql(
  `
    query DeploymentPublication($id: ID!) {
      deploymentPublication(id: $id) {
        ...PublicationFields
      }
    }
  `,
  [publicationFields],
)

export const publishDeploymentMutation = graphql(
  `
    mutation PublishDeployment($id: ID!) {
      publishDeployment(id: $id) {
        ...PublicationFields
      }
    }
  `,
  [publicationFields],
)
