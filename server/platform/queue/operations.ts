import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '../db/database.ts'
import { activeAliases, type AliasIdentity } from './alias-credentials.ts'
import { readAttributes } from './attributes.ts'
import { QueueFault } from './faults.ts'
import type { LeaseStore } from './lease-store.ts'
import type { LeaseRef } from './reserve.ts'
import { leaseOfReceipt, messageOf } from './message.ts'
import type { Pollers, WorkerOrigin } from '../queues/pollers.ts'
import { parseQueuePath, queueUrl } from './queue-url.ts'
import type { Receiver } from './receiver.ts'
import * as requests from './requests.ts'
import type { LeasedTasks } from './leased-tasks.ts'

/** The caller of an operation. */
export interface QueueCaller {
  alias: AliasIdentity
  region: string
  /** What the call says of the process that makes it. */
  worker: WorkerOrigin
  /** Aborted when the connection of the call is closed. */
  gone: AbortSignal
}

export interface OperationParts {
  db: Kysely<Database>
  queueUrlBase: string
  leases: LeaseStore
  leasedTasks: LeasedTasks
  receiver: Receiver
  pollers: Pollers
  clock: Clock
}

type Operation = (caller: QueueCaller, body: unknown) => Promise<object>

/** Entries of a batch fail one by one; only a fault of the whole batch throws. */
type Failed = { Id: string; Code: string; Message: string; SenderFault: boolean }

const MAX_BATCH = 10

/**
 * The operations of an alias on its queue. The worker protocol in short:
 *
 * - Receiving a task starts its next attempt and returns a lease for it, named in the message's body and
 *   receipt handle.
 * - The lease lasts for the visibility timeout (30 s unless requested otherwise). `ChangeMessageVisibility`
 *   sets it again; 0 gives the task back. A lease that ends without a result puts the task back into the queue
 *   for a new attempt, which counts as one of its tries: the task fails when `retry.max` is used up, or after
 *   five without such a rule.
 * - Results are reported by REST calls, not through the queue. The report that ends, fails or postpones the
 *   attempt ends the lease; deleting the message afterwards is optional and changes nothing.
 * - A message deleted before that does not return by its visibility: the attempt then lasts until its report,
 *   until the task's own `timeoutMs`, or until its worker has been silent for an hour.
 * - Cancelling the run, a time-out and a restart end leases too. A report for a lease that has ended gets
 *   409.
 */
export function createQueueOperations(parts: OperationParts): Record<string, Operation> {
  const { db, queueUrlBase, leases, leasedTasks, receiver, pollers, clock } = parts

  /**
   * Throws unless the URL is that of the caller's own queue. Whether queues of other accounts exist is not
   * revealed.
   */
  async function requireOwn({ alias }: QueueCaller, url: string): Promise<void> {
    const base = new URL(queueUrlBase).pathname.replace(/\/$/, '')
    const path = URL.canParse(url) ? new URL(url).pathname : ''
    const name = path.startsWith(`${base}/`) ? parseQueuePath(path.slice(base.length)) : null
    if (!name) throw new QueueFault('NO_SUCH_QUEUE')
    if (name.accountId !== alias.accountId) throw new QueueFault('ACCESS_DENIED')
    if (name.type === alias.type && name.alias === alias.alias) return
    const found = await activeAliases(db)
      .select('worker_aliases.id')
      .where('workers.account_id', '=', name.accountId)
      .where('workers.type', '=', name.type)
      .where('worker_aliases.name', '=', name.alias)
      .executeTakeFirst()
    throw new QueueFault(found ? 'ACCESS_DENIED' : 'NO_SUCH_QUEUE')
  }

  /** An operation on the caller's own queue. */
  const onQueue =
    <Schema extends z.ZodType<{ QueueUrl: string }>>(
      schema: Schema,
      act: (caller: QueueCaller, input: z.output<Schema>) => Promise<object>,
    ): Operation =>
    async (caller, body) => {
      const input = parse(schema, body)
      await requireOwn(caller, input.QueueUrl)
      return act(caller, input)
    }

  async function changeVisibility(
    { alias, worker }: QueueCaller,
    ref: LeaseRef,
    seconds: number,
  ): Promise<void> {
    const now = clock.now()
    const state = await leases.find(ref, now)
    if (state && state.aliasId !== alias.aliasId) throw new QueueFault('INVALID_RECEIPT')
    if (!state?.live || state.acknowledged) throw new QueueFault('NOT_IN_FLIGHT')
    if (seconds === 0) await leasedTasks.giveBack(state)
    else {
      pollers.works(alias, worker)
      await leases.setVisibility(alias.aliasId, [{ ref, until: now + seconds * 1000 }], now)
    }
  }

  return {
    ReceiveMessage: onQueue(requests.receiveMessage, async ({ alias, worker, gone }, input) => {
      const ended = pollers.polls(alias, worker)
      const received = receiver.receive(alias, {
        max: input.MaxNumberOfMessages,
        waitMs: input.WaitTimeSeconds * 1000,
        visibilityMs: input.VisibilityTimeout * 1000,
        worker: worker.name,
        gone,
      })
      const tasks = await received.finally(ended)
      return tasks.length > 0 ? { Messages: tasks.map((task) => messageOf(task, alias, input)) } : {}
    }),

    DeleteMessage: onQueue(requests.deleteMessage, async ({ alias }, { ReceiptHandle }) => {
      await leases.acknowledge(alias.aliasId, [leaseOfReceipt(ReceiptHandle)], clock.now())
      return {}
    }),

    DeleteMessageBatch: onQueue(requests.deleteMessageBatch, async ({ alias }, { Entries }) => {
      checkBatch(Entries)
      const refs: LeaseRef[] = []
      const outcome = await eachOf(Entries, async ({ ReceiptHandle }) => {
        refs.push(leaseOfReceipt(ReceiptHandle))
      })
      await leases.acknowledge(alias.aliasId, refs, clock.now())
      return outcome
    }),

    ChangeMessageVisibility: onQueue(requests.changeVisibility, async (caller, input) => {
      await changeVisibility(caller, leaseOfReceipt(input.ReceiptHandle), input.VisibilityTimeout)
      return {}
    }),

    ChangeMessageVisibilityBatch: onQueue(requests.changeVisibilityBatch, async (caller, { Entries }) => {
      checkBatch(Entries)
      return eachOf(Entries, ({ ReceiptHandle, VisibilityTimeout }) =>
        changeVisibility(caller, leaseOfReceipt(ReceiptHandle), VisibilityTimeout),
      )
    }),

    GetQueueAttributes: onQueue(
      requests.getQueueAttributes,
      async ({ alias, region }, { AttributeNames }) => ({
        Attributes: await readAttributes(db, alias, region, AttributeNames ?? []),
      }),
    ),

    /** A queue's name is `{type}/{alias}`. */
    async GetQueueUrl({ alias }, body) {
      const { QueueName, QueueOwnerAWSAccountId: owner = alias.accountId } = parse(requests.getQueueUrl, body)
      if (owner !== alias.accountId) throw new QueueFault('ACCESS_DENIED')
      if (QueueName !== `${alias.type}/${alias.alias}`) throw new QueueFault('NO_SUCH_QUEUE')
      return { QueueUrl: queueUrl(queueUrlBase, alias) }
    },
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new QueueFault('INVALID_PARAMETER', faults.slice(0, 20).join('; '))
}

function checkBatch(entries: readonly { Id: string }[]): void {
  if (entries.length === 0) throw new QueueFault('EMPTY_BATCH')
  if (entries.length > MAX_BATCH) throw new QueueFault('BATCH_TOO_LONG')
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw new QueueFault('BATCH_IDS_NOT_DISTINCT')
}

async function eachOf<Entry extends { Id: string }>(
  entries: readonly Entry[],
  act: (entry: Entry) => Promise<void>,
) {
  const outcome: { Successful: { Id: string }[]; Failed: Failed[] } = { Successful: [], Failed: [] }
  for (const entry of entries) {
    try {
      await act(entry)
      outcome.Successful.push({ Id: entry.Id })
    } catch (error) {
      const fault = refusalOf(error)
      if (!fault) throw error
      const { type, queryCode = type } = fault.fault
      outcome.Failed.push({ Id: entry.Id, Code: queryCode, Message: fault.message, SenderFault: true })
    }
  }
  return outcome
}

/** The refusal that a worker gets for an error; null for errors that the worker has not caused. */
export function refusalOf(error: unknown): QueueFault | null {
  if (error instanceof QueueFault) return error
  return error instanceof AppError && error.code === 'CONFLICT' ? new QueueFault('NOT_IN_FLIGHT') : null
}
