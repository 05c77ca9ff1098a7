import { expect } from 'vitest'
import { app, type App } from '#shared/domains/apps/contract.ts'
import { cluster, type Cluster } from '#shared/domains/clusters/contract.ts'
import { plan, type Plan } from '#shared/domains/plans/contract.ts'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import { team, type Team } from '#shared/domains/teams/contract.ts'
import { worker, type Worker } from '#shared/domains/workers/contract.ts'
import { terminalWorkqueueStatuses, workqueue, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import { unique, type AccountClient } from './account-client.ts'
import { bodyOf } from './client.ts'

/** New entities, each by the call that the console makes. */

export const makeApp = async (client: AccountClient): Promise<App> =>
  bodyOf(await client.post('apps', { name: unique('App'), description: 'An app' }), app, 201)

export const makeTeam = async (client: AccountClient): Promise<Team> =>
  bodyOf(await client.post('teams', { name: unique('Team') }), team, 201)

export async function makeWorker(client: AccountClient): Promise<Worker> {
  const { _id: teamId } = await makeTeam(client)
  return bodyOf(await client.post('workers', { name: unique('Worker'), teamId }), worker, 201)
}

export const makeCluster = async (client: AccountClient): Promise<Cluster> =>
  bodyOf(await client.post('clusters', { name: unique('Cluster') }), cluster, 201)

export const makePlan = async (client: AccountClient): Promise<Plan> =>
  bodyOf(await client.post('plans', { name: unique('Plan'), tasks: [noop('a')] }), plan, 201)

export const noop = (name: string, more: Partial<TaskDefinition> = {}): TaskDefinition => ({
  name,
  type: 'task.workforce.noop',
  ...more,
})

/** Starts a run of these tasks in a new app. */
export async function startRun(client: AccountClient, tasks: TaskDefinition[], more: object = {}) {
  const { _id: appId } = await makeApp(client)
  const definition = { name: unique('Run'), tasks, ...more }
  return bodyOf(await client.post(`workqueues?appId=${appId}`, definition), workqueue, 201)
}

/** Waits until the run meets the condition and returns it. */
export async function runOnce(
  client: AccountClient,
  { _id }: { _id: string },
  wanted: (run: Workqueue) => boolean,
): Promise<Workqueue> {
  let run: Workqueue | null = null
  const read = async () => wanted((run = bodyOf(await client.get(`workqueues/${_id}`), workqueue)))
  await expect.poll(read, { timeout: 15_000, interval: 50 }).toBe(true)
  if (!run) throw new Error('the run was not read')
  return run
}

export const isOver = ({ status }: Workqueue) => terminalWorkqueueStatuses.includes(status)
