import type { GatewayConfig } from '#server/config.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { asText, entityOf, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { AppError } from '#server/lib/errors.ts'
import { deployment, type Deployment } from '#shared/domains/clusters/deployment.ts'
import { worker, type Worker, type WorkerWithSecrets } from '#shared/domains/workers/contract.ts'

/** Deployments of one cluster, all on one page. */
const DEPLOYMENTS_PER_CLUSTER = 999

/** Workers that a cluster's page reads at once, and page size of the choice of a deployment's worker. */
const CLUSTER_WORKERS = 999
const WORKERS_PER_PAGE = 100
/** Maximum number of pages read, so that a faulty platform cannot cause an endless loop. */
const MAX_PAGES = 1000

type Rule = Pick<GatewayConfig, 'PLATFORM_URL' | 'DEPLOYABLE_WORKERS'>

const environmentIn = readers(deployment).object('environment')
const nameOf = readers(worker.pick({ name: true })).text('name')

interface Amounts {
  cpu: string
  memory: string
}

/** The form as the browser sends it; a value that it has not seen and did not change is null. */
export interface DeploymentSubmission {
  clusterId: string
  workerId: string
  alias?: string | null
  dockerTag: string
  replicaCount: number
  resources: { limits: Amounts; requests: Amounts }
  environment: readonly { name: string; value?: string | null }[]
  version?: number | null
}

/** The deployments of a cluster, or of all. */
export async function listDeployments(call: Call, clusterId?: string): Promise<Wire<Deployment>[]> {
  const pagesize = clusterId === undefined ? MAX_PAGE_SIZE : DEPLOYMENTS_PER_CLUSTER
  const query = { page: 1, pagesize, clusterId }
  return pageOf<Deployment>(await call({ method: 'GET', path: 'deployments', query })).rows
}

/** The call that answers a deployment with its environment and its configuration. */
export const deploymentRead = (id: string) =>
  ({ method: 'GET', path: deploymentPath(id), query: { withConfig: true } }) as const

export async function getDeployment(call: Call, id: string): Promise<Wire<Deployment>> {
  return entityOf(await call(deploymentRead(id)))
}

export async function createDeployment(call: Call, form: DeploymentSubmission): Promise<Wire<Deployment>> {
  const body = bodyOf(form, new Map())
  return entityOf(await call({ method: 'POST', path: 'deployments', body }))
}

/** Sends the whole environment; unchanged values are filled in from the stored one. */
export async function updateDeployment(
  call: Call,
  id: string,
  form: DeploymentSubmission,
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
export function environmentOf(entity: Wire<Deployment>): Map<string, string> {
  return new Map(Object.entries(environmentIn(entity)).map(([name, value]) => [name, asText(value) ?? '']))
}

function bodyOf(
  { alias, version, environment, ...form }: DeploymentSubmission,
  stored: ReadonlyMap<string, string>,
) {
  return {
    ...form,
    ...(alias ? { alias } : {}),
    ...(typeof version === 'number' ? { version } : {}),
    environment: wholeEnvironment(environment, stored),
  }
}

/** Drops rows without a name. Throws BAD_REQUEST for a name that has no value yet. */
function wholeEnvironment(rows: DeploymentSubmission['environment'], stored: ReadonlyMap<string, string>) {
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

/** The deployable workers among the first 999, for a cluster's list of deployments. */
export async function listClusterWorkers(call: Call, rule: Rule): Promise<Wire<WorkerWithSecrets>[]> {
  return (await readPage(call, 1, CLUSTER_WORKERS)).filter(isDeployable(rule))
}

/** Every deployable worker, read in pages until a short one, for the choice of a deployment's worker. */
export async function listDeployableWorkers(call: Call, rule: Rule): Promise<Wire<WorkerWithSecrets>[]> {
  const workers: Wire<WorkerWithSecrets>[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const rows = await readPage(call, page, WORKERS_PER_PAGE)
    workers.push(...rows)
    if (rows.length < WORKERS_PER_PAGE) break
  }
  return workers.filter(isDeployable(rule))
}

async function readPage(call: Call, page: number, pagesize: number): Promise<Wire<WorkerWithSecrets>[]> {
  return pageOf<WorkerWithSecrets>(await call({ method: 'GET', path: 'workers', query: { page, pagesize } }))
    .rows
}

/** By name, regardless of case; `*` allows every worker. */
export function isDeployable({
  PLATFORM_URL,
  DEPLOYABLE_WORKERS,
}: Rule): (worker: Wire<Pick<Worker, 'name'>>) => boolean {
  const named = DEPLOYABLE_WORKERS ?? (PLATFORM_URL ? 'dummy,meta data,pdfrenderer,webcam' : '*')
  const names = new Set(named.split(',').map((name) => name.trim().toLowerCase()))
  return (worker) => names.has('*') || names.has(nameOf(worker).trim().toLowerCase())
}
