import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { AliasIdentity } from './alias-credentials.ts'
import { QueueFault } from './faults.ts'
import { DEFAULT_VISIBILITY_MS } from './lease-store.ts'

/** The answer of `GetQueueAttributes`. */
const attributeNames = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
  'VisibilityTimeout',
  'CreatedTimestamp',
  'QueueArn',
] as const

interface Counts {
  queued: number
  inFlight: number
  retry: number
  created: Date
}

/** Queued tasks, those whose message is in flight, and those that wait for their next try. */
function countsOf({ accountId, type, alias, aliasId }: AliasIdentity) {
  const inQueue = (status: string) =>
    sql`t.account_id = ${accountId} and t.type = ${type} and t.alias = ${alias} and t.resting = ${sql.lit(status)}`
  return sql<Counts>`
    select created,
      (select count(*)::int from tasks t where ${inQueue('queued')}) as queued,
      (select count(*)::int from tasks t where ${inQueue('retry')}) as retry,
      (select count(*)::int from tasks t join task_leases l on l.task_id = t.id and l.attempt = t.attempt
        where ${inQueue('started')} and not l.acknowledged) as "inFlight"
    from worker_aliases where id = ${aliasId}`
}

/** The requested attributes of an alias's queue; all for `All`, none when none is requested. */
export async function readAttributes(
  db: Kysely<Database>,
  identity: AliasIdentity,
  region: string,
  asked: readonly string[],
): Promise<Record<string, string>> {
  const unknown = asked.find((name) => name !== 'All' && !attributeNames.some((known) => known === name))
  if (unknown !== undefined) throw new QueueFault('INVALID_ATTRIBUTE', `Unknown attribute ${unknown}`)
  const [counts] = (await countsOf(identity).execute(db)).rows
  if (!counts) throw new QueueFault('NO_SUCH_QUEUE')
  const { accountId, type, alias } = identity
  const values: Record<(typeof attributeNames)[number], string> = {
    ApproximateNumberOfMessages: String(counts.queued),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.retry),
    VisibilityTimeout: String(DEFAULT_VISIBILITY_MS / 1000),
    CreatedTimestamp: String(Math.floor(counts.created.getTime() / 1000)),
    QueueArn: `arn:aws:sqs:${region}:${accountId}:${type}/${alias}`,
  }
  return Object.fromEntries(
    attributeNames
      .filter((name) => asked.includes('All') || asked.includes(name))
      .map((name) => [name, values[name]]),
  )
}
