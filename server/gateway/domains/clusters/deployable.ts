import { worker, type Worker, type WorkerWithSecrets } from '#shared/domains/workers/contract.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { GatewayConfig } from '#server/config.ts'
import { pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'

/** Workers that the cluster's screen reads at once, and those of one page on the deployment's (spec section 7). */
const CLUSTER_WORKERS = 999
const WORKERS_PER_PAGE = 100
/** Pages that are read at most, whatever a platform answers. */
const MAX_PAGES = 1000

type Rule = Pick<GatewayConfig, 'PLATFORM_URL' | 'DEPLOYABLE_WORKERS'>

const nameOf = readers(worker.pick({ name: true })).text('name')

/** The deployable workers among the first 999, for a cluster's list of deployments. */
export async function clusterWorkers(call: Call, rule: Rule): Promise<Wire<WorkerWithSecrets>[]> {
  return (await readPage(call, 1, CLUSTER_WORKERS)).filter(isDeployable(rule))
}

/** Every deployable worker, read in pages until a short one, for a deployment's choice of worker. */
export async function deployableWorkers(call: Call, rule: Rule): Promise<Wire<WorkerWithSecrets>[]> {
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

/** By name, whatever its case; `*` stands for all (contract section 2). */
export function isDeployable({
  PLATFORM_URL,
  DEPLOYABLE_WORKERS,
}: Rule): (worker: Wire<Pick<Worker, 'name'>>) => boolean {
  const named = DEPLOYABLE_WORKERS ?? (PLATFORM_URL ? 'dummy,meta data,pdfrenderer,webcam' : '*')
  const names = new Set(named.split(',').map((name) => name.trim().toLowerCase()))
  return (worker) => names.has('*') || names.has(nameOf(worker).trim().toLowerCase())
}
