import type { IncomingHttpHeaders } from 'node:http'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { planStartBody, type Definition, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { id } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import { checkFields, faultOf, faultsError, faultsIn } from '#server/lib/faults.ts'
import type { BulkRow } from '#server/platform/bulk/bulk.ts'
import { recordAudit, type AuditRecord, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import { untilAvailable } from '#server/platform/db/unavailable.ts'
import type { Engine, PlanLookup } from '#server/platform/engine/types.ts'
import type { StartOptions } from '#server/platform/engine/run.ts'
import { requestNameOf } from '#server/platform/plugins/request-name.ts'
import { requireDefinition } from '#server/platform/plugins/validation.ts'
import { createStartRequests } from './start-requests.ts'
import type { WorkqueueStore } from './store.ts'

export interface StarterDeps {
  db: Kysely<Database>
  engine: Engine
  store: WorkqueueStore
  findPlan: PlanLookup
}

export interface PlanRun {
  appId: string
  planId: string
  /** Replaces the initial state of the plan; absent: the plan's own. */
  initialState: JsonObject | undefined
  /** Absent: that of the plan. */
  priority?: number | undefined
  /** The caller's name for its request, if it has one. */
  requestName: string | undefined
}

export type Starter = ReturnType<typeof createStarter>

/** Body of `POST workqueues`: a definition, or a plan's id; both may name the app. */
export const startBody = z.record(z.string(), z.unknown())

/**
 * Starts runs. Everything that a body names (app, plan, origin) must belong to the account, else NOT_FOUND.
 */
export function createStarter({ db, engine, store, findPlan }: StarterDeps) {
  const requests = createStartRequests(db)

  async function start(
    definition: Definition,
    author: Author,
    options: StartOptions,
    named: { name: string | undefined; asked: unknown },
  ): Promise<Workqueue> {
    const { accountId } = options
    if (named.name === undefined) return begin(definition, author, options)
    const id = await requests.runFor(accountId, named.name, named.asked)
    const known = await store.find(accountId, id)
    if (known) return known
    try {
      return await begin(definition, author, { ...options, id })
    } catch (error) {
      // The same request is being carried out at this moment.
      const started = isDuplicate(error) ? await store.find(accountId, id) : null
      if (!started) throw error
      return started
    }
  }

  async function begin(definition: Definition, author: Author, options: StartOptions): Promise<Workqueue> {
    const { accountId } = options
    const workqueueId = await engine.startWorkqueue(definition, options)
    const record = { action: 'start', entity: 'workqueue', entityId: workqueueId }
    // The run is stored: the call must not fail any more because another server of the database takes over.
    await untilAvailable(() => recordAudit(db, accountId, author, record))
    const started = await untilAvailable(() => store.find(accountId, workqueueId))
    if (!started) throw notFound('workqueues')
    return started
  }

  async function fromPlan(accountId: string, author: Author, run: PlanRun): Promise<Workqueue> {
    const { appId, planId, initialState, requestName, priority } = run
    const { definition, options } = await ofPlan(accountId, author, run)
    return start(definition, author, options, {
      name: requestName,
      asked: [appId, planId, initialState, ...(priority === undefined ? [] : [priority])],
    })
  }

  /** What a run of a plan begins with. */
  async function ofPlan(
    accountId: string,
    author: Author,
    { appId, planId, initialState, priority }: Omit<PlanRun, 'requestName'>,
  ): Promise<{ definition: Definition; options: StartOptions }> {
    await requireOwn(db, accountId, 'apps', appId)
    const found = await findPlan(accountId, planId)
    if (!found) throw notFound('plans')
    const { version, ...plan } = found
    const origin = version === undefined ? { planId } : { planId, planVersion: version }
    return {
      definition: initialState === undefined ? plan : { ...plan, initialState },
      options: {
        accountId,
        appId,
        actor: author.actor,
        ...origin,
        trace: author.trace,
        ...(priority === undefined ? {} : { priority }),
      },
    }
  }

  return {
    fromPlan,

    /**
     * Starts one run of a receipt. Its id was stored with the receipt, so a row that is processed again, because a
     * process ended meanwhile, starts no second run.
     */
    async startRow(
      accountId: string,
      author: Author,
      { id, input, selection }: BulkRow,
    ): Promise<AuditRecord> {
      if (selection.by !== 'plan' || !input) throw new AppError('INTERNAL', `no run to start as ${id}`)
      const run = { appId: selection.appId, planId: selection.id, initialState: input }
      const { definition, options } = await ofPlan(accountId, author, run)
      try {
        await engine.startWorkqueue(definition, { ...options, id })
      } catch (error) {
        if (!isDuplicate(error)) throw error
      }
      return { action: 'start', entity: 'workqueue', entityId: id }
    },

    /** `appId` of the query, or of the body; the request's name of the headers, or of the body. */
    async fromBody(
      accountId: string,
      author: Author,
      queried: string | undefined,
      headers: IncomingHttpHeaders,
      { requestId, ...body }: z.output<typeof startBody>,
    ): Promise<Workqueue> {
      const appId = appOf(queried, body)
      const requestName = requestNameOf(headers, requestId)
      if ('plan' in body && !('tasks' in body)) {
        const { plan, initialState, priority } = planBodyOf(body)
        return fromPlan(accountId, author, { appId, planId: plan, initialState, priority, requestName })
      }
      await requireOwn(db, accountId, 'apps', appId)
      const definition = requireDefinition(body)
      const { planId, rerunOf } = definition
      const origin = rerunOf === undefined ? null : await store.find(accountId, rerunOf)
      if (rerunOf !== undefined && !origin) throw notFound('workqueues')
      // A run outlives its plan: running it again keeps the link, even to a deleted plan.
      if (planId !== origin?.planId) await requireOwn(db, accountId, 'plans', planId)
      const options = { accountId, appId, actor: author.actor, trace: author.trace, planId, rerunOf }
      return start(definition, author, options, { name: requestName, asked: [appId, definition] })
    },
  }
}

const isDuplicate = (error: unknown) => (error as { code?: unknown }).code === '23505'

function appOf(queried: string | undefined, body: Record<string, unknown>): string {
  const inBody = body['appId']
  if (inBody !== undefined && !id.safeParse(inBody).success)
    throw faultOf('appId', 'must be the id of an app')
  if (queried !== undefined && inBody !== undefined && queried !== inBody)
    throw faultOf('appId', 'of the query differs from that of the body')
  const appId = queried ?? (inBody as string | undefined)
  if (appId === undefined) throw faultOf('appId', 'is required')
  return appId
}

function planBodyOf(body: Record<string, unknown>) {
  const parsed = checkFields(planStartBody, body)
  if (parsed.success) return parsed.data
  throw faultsError(faultsIn(parsed.error.issues))
}
