import type { Insertable, Selectable } from 'kysely'
import type { Deployment, DeploymentForm, DeploymentSummary } from '#shared/domains/clusters/deployment.ts'
import type { EnvironmentVariables } from '#shared/domains/clusters/environment.ts'
import type { Resources } from '#shared/domains/clusters/quantity.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { configPlace, environmentPlace } from '#server/platform/auth/sealed-columns.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'
import type { ClusterDeploymentTable } from '#server/platform/db/tables/workers.ts'

export type DeploymentRow = Selectable<ClusterDeploymentTable>
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
    ...wireAuthored(row),
  }),
)

/** Only validated resources are stored. */
const resourcesOf = ({ resources }: Pick<DeploymentRow, 'resources'>) => resources as unknown as Resources

/** Opens the configuration of a row. Throws UNAVAILABLE when it does not open. */
export const openConfig = (seal: Seal, row: DeploymentRow) => seal.open(row.flux_config, configPlace(row.id))

const openEnvironment = (seal: Seal, row: DeploymentRow) =>
  JSON.parse(seal.open(row.environment, environmentPlace(row.id))) as EnvironmentVariables

/** The wire form of a row with its environment, opened. */
export const wireDeployment = wireForm<Deployment>()((seal: Seal, row: DeploymentRow) => ({
  ...wireDeploymentSummary(row),
  environment: openEnvironment(seal, row),
}))

/** The form's fields of a row. */
export function formOf(seal: Seal, row: DeploymentRow): DeploymentForm {
  const { alias, dockerTag, replicaCount, resources, environment } = wireDeployment(seal, row)
  return { alias, dockerTag, replicaCount, resources, environment }
}

/** The columns of a form and its configuration; secrets are sealed for this row. */
export function deploymentColumns(
  seal: Seal,
  id: string,
  form: DeploymentForm,
  fluxConfig: string,
): DeploymentColumns {
  return {
    alias: form.alias,
    docker_tag: form.dockerTag,
    replica_count: form.replicaCount,
    resources: JSON.stringify(form.resources),
    environment: seal.seal(JSON.stringify(form.environment), environmentPlace(id)),
    flux_config: seal.seal(fluxConfig, configPlace(id)),
  }
}
