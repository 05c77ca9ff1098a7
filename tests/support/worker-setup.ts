import type { Task } from '#shared/domains/tasks/contract.ts'
import type { NewPrivateKey, Worker, WorkerWithSecrets } from '#shared/domains/workers/contract.ts'
import type { Call } from './platform-process.ts'

/** The configuration of a worker program for one of its aliases; passed as JSON. */
export interface AliasSetup {
  aliasId: string
  queueUrl: string
  accessKeyId: string
  secretAccessKey: string
  keyId: string
  privateKey: string
}

export interface WorkerSetup {
  workerId: string
  type: string
  appId: string
  /** Setups by alias name. */
  aliases: Record<string, AliasSetup>
}

/**
 * An app, a team and a worker with these aliases besides `default`, created by the calls that the screens
 * make.
 */
export async function setUpWorker(call: Call, name: string, more: string[] = []): Promise<WorkerSetup> {
  const { _id: appId } = await call<{ _id: string }>('POST', 'apps', { name, description: name })
  const { _id: teamId } = await call<{ _id: string }>('POST', 'teams', { name })
  const { _id, type } = await call<Worker>('POST', 'workers', { name, teamId })
  for (const aliasName of more) await call('POST', `workers/${_id}/aliases`, { aliasName })
  const keys = new Map<string, NewPrivateKey>()
  for (const alias of ['default', ...more])
    keys.set(alias, await call('PUT', `workers/${_id}/aliases/${alias}/jwt`, { name: 'key' }))
  const { aliases } = await call<WorkerWithSecrets>('GET', `workers/${_id}`)
  const setups = aliases.map(({ _id: aliasId, name: alias, queueUrl, accessKeyId, secretAccessKey }) => {
    const { _id: keyId = '', privateKey = '' } = keys.get(alias) ?? {}
    return [alias, { aliasId, queueUrl, accessKeyId, secretAccessKey, keyId, privateKey }] as const
  })
  return { workerId: _id, type, appId, aliases: Object.fromEntries(setups) }
}

/** Starts a run of independent tasks, the aliases in turn; returns its id. */
export async function startIndependentRun(
  call: Call,
  { type, appId, aliases }: WorkerSetup,
  count: number,
  retry?: Task['retry'],
): Promise<string> {
  const names = Object.keys(aliases)
  const tasks = Array.from({ length: count }, (_, index) => ({
    name: `task-${index}`,
    type,
    alias: names[index % names.length],
    ...(retry ? { retry } : {}),
  }))
  const { _id } = await call<{ _id: string }>('POST', `workqueues?appId=${appId}`, { name: 'Queue', tasks })
  return _id
}
