import type { Deployment } from '#shared/domains/clusters/deployment.ts'
import { AppError } from '#server/lib/errors.ts'
import { asText, entityOf, isWire, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** Deployments of one cluster, all on one page (spec section 9). */
const DEPLOYMENTS_PER_CLUSTER = 999

interface Amounts {
  cpu: string
  memory: string
}

/** The form as the browser sends it; a value that it never saw and did not change is null. */
export interface DeploymentForm {
  clusterId: string
  workerId: string
  alias?: string | null
  dockerTag: string
  replicaCount: number
  resources: { limits: Amounts; requests: Amounts }
  environment: readonly { name: string; value?: string | null }[]
  version?: number | null
}

export async function listDeployments(call: Call, clusterId: string): Promise<Wire<Deployment>[]> {
  const query = { page: 1, pagesize: DEPLOYMENTS_PER_CLUSTER, clusterId }
  return pageOf<Deployment>(await call({ method: 'GET', path: 'deployments', query })).rows
}

/** The call that answers a deployment with its environment and its configuration. */
export const deploymentRead = (id: string) =>
  ({ method: 'GET', path: deploymentPath(id), query: { withConfig: true } }) as const

export async function getDeployment(call: Call, id: string): Promise<Wire<Deployment>> {
  return entityOf(await call(deploymentRead(id)))
}

export async function createDeployment(call: Call, form: DeploymentForm): Promise<Wire<Deployment>> {
  const body = bodyOf(form, new Map())
  return entityOf(await call({ method: 'POST', path: 'deployments', body }))
}

/** Sends the whole environment: what the browser did not change is filled in from the stored one. */
export async function updateDeployment(
  call: Call,
  id: string,
  form: DeploymentForm,
): Promise<Wire<Deployment>> {
  const unchanged = form.environment.some(({ value }) => value === null || value === undefined)
  const stored = unchanged ? environmentOf(await getDeployment(call, id)) : new Map<string, string>()
  return entityOf(await call({ method: 'PUT', path: deploymentPath(id), body: bodyOf(form, stored) }))
}

export async function updateConfig(call: Call, id: string, fluxConfig: string, version?: number | null) {
  const body = { fluxConfig, ...(typeof version === 'number' ? { version } : {}) }
  return entityOf<Deployment>(await call({ method: 'PUT', path: `${deploymentPath(id)}/flux`, body }))
}

export async function deleteDeployment(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: deploymentPath(id) })
}

/** Environment variables of a deployment, values by name. */
export function environmentOf(deployment: Wire<Deployment>): Map<string, string> {
  const environment = deployment['environment']
  if (!isWire(environment)) return new Map()
  return new Map(Object.entries(environment).map(([name, value]) => [name, asText(value) ?? '']))
}

function bodyOf(
  { alias, version, environment, ...form }: DeploymentForm,
  stored: ReadonlyMap<string, string>,
) {
  return {
    ...form,
    ...(alias ? { alias } : {}),
    ...(typeof version === 'number' ? { version } : {}),
    environment: wholeEnvironment(environment, stored),
  }
}

/** Rows without a name are dropped (spec section 5). Throws BAD_REQUEST for a name that has no value yet. */
function wholeEnvironment(rows: DeploymentForm['environment'], stored: ReadonlyMap<string, string>) {
  const named = rows.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(
    named.map(({ name, value }) => {
      const whole = value ?? stored.get(name)
      if (whole === undefined) throw new AppError('BAD_REQUEST', `environment.${name}: must have a value`)
      return [name, whole]
    }),
  )
}

const deploymentPath = (id: string) => apiPath`deployments/${id}`
