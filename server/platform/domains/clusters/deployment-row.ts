import type { Insertable, Selectable } from 'kysely'
import type { Deployment, DeploymentForm, DeploymentSummary } from '#shared/domains/clusters/deployment.ts'
import type { EnvironmentVariables } from '#shared/domains/clusters/environment.ts'
import type { Resources } from '#shared/domains/clusters/quantity.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { configPlace, environmentPlace } from '#server/platform/auth/sealed-columns.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'
import type { ClusterDeploymentTable } from '#server/platform/db/tables/workers.ts'
import { wirePublication, type PublicationColumns } from '#server/platform/gitops/publication.ts'

export type DeploymentRow = Selectable<ClusterDeploymentTable> & {
  /** Only where deployments are published in a repository. */
  gitops?: PublicationColumns | null
}
/** The columns of a form and its configuration. */
export type DeploymentColumns = Pick<
  Insertable<ClusterDeploymentTable>,
  'alias' | 'docker_tag' | 'replica_count' | 'resources' | 'environment' | 'flux_config'
>

/** The wire form of a row without its sealed columns. */
export const wireDeploymentSummary = wireForm<DeploymentSummary>()(
  (row: Omit<DeploymentRow, 'account_id' | 'environment' | 'flux_config'>) => ({
    _id: row.id,
    clusterId: row.cluster_id,
    workerId: row.worker_id,
    alias: row.alias,
    dockerTag: row.docker_tag,
    replicaCount: row.replica_count,
    resources: resourcesOf(row),
    version: row.version,
    ...(row.gitops === undefined ? {} : { gitops: wirePublication(row, row.gitops) }),
    ...wireAuthored(row),
  }),
)

/** Only validated resources are stored. */
const resourcesOf = ({ resources }: Pick<DeploymentRow, 'resources'>) => resources as unknown as Resources

/** The configuration of a row; null when it does not open. */
export const openConfig = (seal: Seal, row: DeploymentRow) =>
  seal.tryOpen(row.flux_config, configPlace(row.id))

/** The environment of a row; null when it does not open. */
export function openEnvironment(seal: Seal, row: DeploymentRow): EnvironmentVariables | null {
  const text = seal.tryOpen(row.environment, environmentPlace(row.id))
  return text === null ? null : (JSON.parse(text) as EnvironmentVariables)
}

/** The wire form of a row with its environment, opened, and on request with its configuration. */
export function wireDeployment(seal: Seal, row: DeploymentRow, withConfig = false): Deployment {
  const environment = openEnvironment(seal, row)
  const fluxConfig = withConfig ? openConfig(seal, row) : undefined
  return {
    ...wireDeploymentSummary(row),
    environment: environment ?? {},
    ...(fluxConfig === undefined ? {} : { fluxConfig: fluxConfig ?? '' }),
    ...(environment === null || fluxConfig === null ? { unreadable: true } : {}),
  }
}

/** The form's fields of a row, without the environment. */
export function formOf(row: DeploymentRow): Omit<DeploymentForm, 'environment'> {
  const { alias, dockerTag, replicaCount, resources } = wireDeploymentSummary(row)
  return { alias, dockerTag, replicaCount, resources }
}

/** The columns of a form that are not sealed. */
export const plainColumns = (form: Omit<DeploymentForm, 'environment'>) => ({
  alias: form.alias,
  docker_tag: form.dockerTag,
  replica_count: form.replicaCount,
  resources: JSON.stringify(form.resources),
})

/** The columns of a form and its configuration; secrets are sealed for this row. */
export function deploymentColumns(
  seal: Seal,
  id: string,
  form: DeploymentForm,
  fluxConfig: string,
): DeploymentColumns {
  return {
    ...plainColumns(form),
    environment: seal.seal(JSON.stringify(form.environment), environmentPlace(id)),
    flux_config: seal.seal(fluxConfig, configPlace(id)),
  }
}
