import type pg from 'pg'
import type { AliasIdentity } from './alias-credentials.ts'
import { QueueFault } from './faults.ts'
import { DEFAULT_VISIBILITY_MS } from './lease-store.ts'

/** What `GetQueueAttributes` answers. */
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
const countsText = `
  select created,
    (select count(*)::int from tasks where account_id = $1 and type = $2 and alias = $3 and resting = 'queued')
      as queued,
    (select count(*)::int from tasks where account_id = $1 and type = $2 and alias = $3 and resting = 'retry')
      as retry,
    (select count(*)::int from tasks t join task_leases l on l.task_id = t.id and l.attempt = t.attempt
      where t.account_id = $1 and t.type = $2 and t.alias = $3 and t.resting = 'started' and not l.acknowledged)
      as "inFlight"
  from worker_aliases where id = $4`

/** The requested attributes of an alias's queue; all for `All`, none when none is requested. */
export async function readAttributes(
  pool: pg.Pool,
  { accountId, type, alias, aliasId }: AliasIdentity,
  region: string,
  asked: readonly string[],
): Promise<Record<string, string>> {
  const unknown = asked.find((name) => name !== 'All' && !attributeNames.some((known) => known === name))
  if (unknown !== undefined) throw new QueueFault('INVALID_ATTRIBUTE', `Unknown attribute ${unknown}`)
  const { rows } = await pool.query<Counts>(countsText, [accountId, type, alias, aliasId])
  const [counts] = rows
  if (!counts) throw new QueueFault('NO_SUCH_QUEUE')
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
