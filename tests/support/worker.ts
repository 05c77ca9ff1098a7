import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { ReceiveMessageCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import { SignJWT } from 'jose'
import type pg from 'pg'
import { newId } from '#server/lib/ids.ts'
import { aliasSecretPlace } from '#server/platform/auth/sealed-columns.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { queueUrl } from '#server/platform/queue/queue-url.ts'
import type { TestPlatform } from './platform-app.ts'

/** An alias of a worker with the credentials of its queue and the key that signs its reports. */
export interface WorkerAlias {
  accountId: string
  workerId: string
  aliasId: string
  type: string
  alias: string
  accessKeyId: string
  secretAccessKey: string
  keyId: string
  privateKey: KeyObject
}

/** The body of a message. */
export interface TaskMessage {
  taskId: string
  lease: string
  attempt: number
  inputs: Record<string, unknown>
  workQueueId: string
}

/** What workers are stored with. */
interface WorkerStore {
  pool: pg.Pool
  seal: Seal
}

/** Stores a worker with one alias and one key. */
export async function createWorkerAlias(
  store: WorkerStore,
  accountId: string,
  type: string,
  alias = 'default',
): Promise<WorkerAlias> {
  return addAlias(store, await createWorker(store, accountId, type), alias)
}

/** Stores a worker with these aliases, each with one key; by their names. */
export async function createWorkerAliases<Name extends string>(
  store: WorkerStore,
  accountId: string,
  type: string,
  names: readonly Name[],
): Promise<Record<Name, WorkerAlias>> {
  const worker = await createWorker(store, accountId, type)
  const aliases = await Promise.all(
    names.map(async (name) => [name, await addAlias(store, worker, name)] as const),
  )
  return Object.fromEntries(aliases) as Record<Name, WorkerAlias>
}

type StoredWorker = Pick<WorkerAlias, 'accountId' | 'workerId' | 'type'>

async function createWorker({ pool }: WorkerStore, accountId: string, type: string): Promise<StoredWorker> {
  const [teamId, workerId] = [newId(), newId()]
  await pool.query('insert into teams (id, account_id, name, namespace) values ($1, $2, $1, $1)', [
    teamId,
    accountId,
  ])
  await pool.query(
    `insert into workers (id, account_id, team_id, name, type, status) values ($1, $2, $3, $4, $4, 'active')`,
    [workerId, accountId, teamId, type],
  )
  return { accountId, workerId, type }
}

async function addAlias(
  { pool, seal }: WorkerStore,
  worker: StoredWorker,
  alias: string,
): Promise<WorkerAlias> {
  const { accountId, workerId } = worker
  const [aliasId, keyId] = [newId(), newId()]
  const accessKeyId = `WK${randomBytes(9).toString('hex').toUpperCase()}`
  const secretAccessKey = randomBytes(30).toString('base64')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await pool.query(
    `insert into worker_aliases (id, account_id, worker_id, name, access_key_id, secret)
     values ($1, $2, $3, $4, $5, $6)`,
    [aliasId, accountId, workerId, alias, accessKeyId, seal.seal(secretAccessKey, aliasSecretPlace(aliasId))],
  )
  await pool.query(
    `insert into alias_keys (id, account_id, alias_id, name, public_key, expires)
     values ($1, $2, $3, 'key', $4, '2100-01-01')`,
    [keyId, accountId, aliasId, pem],
  )
  return { ...worker, aliasId, alias, accessKeyId, secretAccessKey, keyId, privateKey }
}

const queueHost = 'queue.example.test'
export const queueUrlOf = (alias: WorkerAlias) => queueUrl(`http://${queueHost}/queue`, alias)

/**
 * The unmodified AWS client. It signs for the configured host of the queues, and its connections go to the
 * platform under test, as through a proxy.
 */
export function sqsClient(
  platform: TestPlatform,
  alias: WorkerAlias,
  { offBy = 0, ...more }: SQSClientConfig & { offBy?: number } = {},
): SQSClient {
  const { port } = platform.app.server.address() as AddressInfo
  const httpAgent = new http.Agent({ keepAlive: true })
  httpAgent.createConnection = () => net.connect(port, '127.0.0.1')
  const client = new SQSClient({
    region: 'eu-central-1',
    endpoint: `http://${queueHost}/queue`,
    credentials: { accessKeyId: alias.accessKeyId, secretAccessKey: alias.secretAccessKey },
    requestHandler: { httpAgent },
    maxAttempts: 1,
    ...more,
  })
  // The clock of the test.
  const offset = { get: () => platform.clock.now() - Date.now() + offBy, set() {} }
  Object.defineProperty(client.config, 'systemClockOffset', offset)
  return client
}

/** Messages of one ReceiveMessage call, with parsed bodies. */
export async function receive(
  client: SQSClient,
  alias: WorkerAlias,
  input: Partial<ReceiveMessageCommand['input']> = {},
  options: { abortSignal?: AbortSignal } = {},
) {
  const command = new ReceiveMessageCommand({ QueueUrl: queueUrlOf(alias), ...input })
  const { Messages = [] } = await client.send(command, options)
  return Messages.map(({ Body = '', ReceiptHandle = '', Attributes }) => ({
    ...(JSON.parse(Body) as TaskMessage),
    ReceiptHandle,
    Attributes,
  }))
}

export interface TokenClaims {
  iss?: string
  aud?: string
  /** Lifetime in seconds; negative for an expired token. */
  expiresIn?: number
  jti?: string
  lease?: string
  kid?: string
  key?: KeyObject
}

/** A token for one report, signed according to the protocol, except for the given claims. */
export async function workerToken(
  alias: Pick<WorkerAlias, 'aliasId' | 'keyId' | 'privateKey'>,
  now: number,
  claims: TokenClaims & { lease: string },
): Promise<string> {
  return new SignJWT({ lease: claims.lease })
    .setProtectedHeader({ alg: 'EdDSA', kid: claims.kid ?? alias.keyId })
    .setIssuer(claims.iss ?? alias.aliasId)
    .setAudience(claims.aud ?? 'https://console.example.test')
    .setExpirationTime(Math.floor(now / 1000) + (claims.expiresIn ?? 60))
    .setJti(claims.jti ?? randomBytes(12).toString('hex'))
    .sign(claims.key ?? alias.privateKey)
}

/** Sends a report on a received task. */
export async function sendReport(
  platform: TestPlatform,
  alias: WorkerAlias,
  message: Pick<TaskMessage, 'taskId' | 'lease'>,
  body: Record<string, unknown>,
  claims: TokenClaims = {},
) {
  const token = await workerToken(alias, platform.clock.now(), { lease: message.lease, ...claims })
  return platform.call
    .post(`/api/tasks/${message.taskId}/report`)
    .set('authorization', `Bearer ${token}`)
    .send({ lease: message.lease, ...body })
}

/** The claim `lease` of a token for several leases. */
export const leaseOfAll = (leases: readonly string[]) =>
  createHash('sha256')
    .update([...leases].sort().join('\n'))
    .digest('base64url')

/** Sends reports on received tasks with one token. */
export async function sendReports(
  platform: TestPlatform,
  alias: WorkerAlias,
  reports: readonly (Pick<TaskMessage, 'taskId' | 'lease'> & Record<string, unknown>)[],
  claims: TokenClaims = {},
) {
  const lease = leaseOfAll(reports.map((report) => report.lease))
  const token = await workerToken(alias, platform.clock.now(), { lease, ...claims })
  return platform.call
    .post('/api/tasks/reports')
    .set('authorization', `Bearer ${token}`)
    .send([...reports])
}
