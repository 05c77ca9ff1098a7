import type { ClusterChanges } from './contract.ts'
import { deploymentDefaults, MAX_ALIAS_LENGTH } from './defaults.ts'
import type { Deployment } from './deployment.ts'
import type { Amounts, Resources } from './quantity.ts'

/** Body of Update Cluster; null while the name is empty. */
export function clusterUpdate(input: {
  name: string
  teamId: string | null
  tags: string[]
}): Required<ClusterChanges> | null {
  const name = input.name.trim()
  return name ? { name, teamId: input.teamId || null, tags: input.tags } : null
}

/** One row of the environment table. */
export interface VariableRow {
  key: string
  /** Null: the stored value, unchanged and possibly never shown. */
  value: string | null
}

/** The deployment form as typed. */
export interface DeploymentDraft<Row extends VariableRow = VariableRow> {
  clusterId: string
  workerId: string
  dockerTag: string
  replicaCount: string
  resources: Resources
  environment: Row[]
}

/** The form of a stored deployment, or of a new one with its defaults. */
export function deploymentDraft<Row extends VariableRow>(
  from: { clusterId: string; environment: Row[] } & Partial<
    Pick<Deployment, 'workerId' | 'dockerTag' | 'replicaCount' | 'resources'>
  >,
): DeploymentDraft<Row> {
  const { clusterId, workerId = '', environment, ...given } = from
  const { dockerTag, replicaCount, resources } = { ...deploymentDefaults, ...given }
  const amounts = ({ cpu, memory }: Amounts) => ({ cpu, memory })
  return {
    clusterId,
    workerId,
    dockerTag,
    replicaCount: String(replicaCount),
    environment,
    resources: { limits: amounts(resources.limits), requests: amounts(resources.requests) },
  }
}

/** Whether the form can be submitted: a worker, no empty field, no variable without a name. */
export function maySubmitDeployment({
  workerId,
  dockerTag,
  replicaCount,
  resources,
  environment,
}: DeploymentDraft) {
  const { limits, requests } = resources
  const needed = [workerId, dockerTag, replicaCount, limits.cpu, limits.memory, requests.cpu, requests.memory]
  return needed.every(isFilled) && environment.every(({ key }) => isFilled(key))
}

const isFilled = (text: string) => text.trim() !== ''

/** The rows to send: names trimmed, rows without a name dropped; of duplicate names the last row counts. */
export function environmentInput(rows: readonly VariableRow[]): { name: string; value: string | null }[] {
  const named = rows.map(({ key, value }) => [key.trim(), value] as const).filter(([name]) => name !== '')
  return [...new Map(named)].map(([name, value]) => ({ name, value }))
}

/**
 * The workers that a deployment may use: those named in `DEPLOYABLE_WORKERS`, in any letter case; `*` stands
 * for all.
 */
export function deployableWorkers<Worker extends { name: string }>(
  workers: readonly Worker[],
  names: readonly string[],
): Worker[] {
  if (names.includes('*')) return [...workers]
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()))
  return workers.filter(({ name }) => wanted.has(name.trim().toLowerCase()))
}

/** The worker's name as an alias, with the first free number from 2: `meta-data`, `meta-data-2`. */
export function freeAlias(workerName: string, taken: ReadonlySet<string>): string {
  const base = shortened(workerName.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, ''), '') || 'worker'
  let alias = base
  for (let number = 2; taken.has(alias); number += 1) alias = shortened(base, `-${number}`)
  return alias
}

/** Letters, digits and single dashes of a name with that ending, cut to the length of an alias. */
const shortened = (name: string, ending: string) =>
  name
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_ALIAS_LENGTH - ending.length)
    .replace(/-$/, '') + ending
