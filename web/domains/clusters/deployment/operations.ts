import { graphql } from '#web/lib/graphql.ts'
import { deploymentRow } from './list-operations.ts'

const deploymentFields = graphql(
  `
    fragment DeploymentFields on Deployment @_unmask {
      ...DeploymentRow
      resources {
        limits {
          cpu
          memory
        }
        requests {
          cpu
          memory
        }
      }
      environment {
        name
        value
      }
      unreadable
      version
    }
  `,
  [deploymentRow],
)

/** The names of the workers in the list of deployments. */
export const clusterWorkersQuery = graphql(`
  query ClusterWorkers {
    clusterWorkers {
      id
      name
      type
    }
  }
`)

export const deploymentDetailQuery = graphql(
  `
    query Deployment($id: ID!) {
      deployment(id: $id) {
        ...DeploymentFields
      }
    }
  `,
  [deploymentFields],
)

/** The workers that can be deployed. */
export const deployableWorkersQuery = graphql(`
  query DeployableWorkers {
    deployableWorkers {
      id
      name
    }
  }
`)

/** The worker of a deployment, for platforms that send only its id. */
export const deploymentWorkerQuery = graphql(`
  query DeploymentWorker($id: ID!) {
    worker(id: $id) {
      id
      name
    }
  }
`)

/** The type of the tasks that a deployment runs. */
export const deploymentTypeQuery = graphql(`
  query DeploymentType($id: ID!) {
    worker(id: $id) {
      id
      type
    }
  }
`)

export const createDeploymentMutation = graphql(
  `
    mutation CreateDeployment($deployment: DeploymentInput!) {
      createDeployment(deployment: $deployment) {
        ...DeploymentFields
      }
    }
  `,
  [deploymentFields],
)

export const updateDeploymentMutation = graphql(
  `
    mutation UpdateDeployment($id: ID!, $deployment: DeploymentInput!) {
      updateDeployment(id: $id, deployment: $deployment) {
        ...DeploymentFields
      }
    }
  `,
  [deploymentFields],
)

export const updateDeploymentConfigMutation = graphql(
  `
    mutation UpdateDeploymentConfig($id: ID!, $fluxConfig: String!, $version: Int) {
      updateDeploymentConfig(id: $id, fluxConfig: $fluxConfig, version: $version) {
        ...DeploymentFields
      }
    }
  `,
  [deploymentFields],
)

export const deleteDeploymentMutation = graphql(`
  mutation DeleteDeployment($id: ID!) {
    deleteDeployment(id: $id)
  }
`)

export const revealEnvironmentValueMutation = graphql(`
  mutation RevealEnvironmentValue($deploymentId: ID!, $name: String!) {
    revealEnvironmentValue(deploymentId: $deploymentId, name: $name)
  }
`)

export const revealDeploymentConfigMutation = graphql(`
  mutation RevealDeploymentConfig($id: ID!) {
    revealDeploymentConfig(id: $id) {
      fluxConfig
      version
    }
  }
`)
