import type { IncomingHttpHeaders } from 'node:http'
import type { Kysely, Selectable } from 'kysely'
import { MAX_HOOK_KEY, MAX_HOOK_STATE } from '#shared/domains/hooks/constants.ts'
import type { HookStart } from '#shared/domains/hooks/contract.ts'
import { applyMapping, MappedTooLarge } from '#shared/domains/hooks/mapping.ts'
import { hookMessages } from '#shared/domains/hooks/messages.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { REQUEST_HEADER } from '#shared/lib/wire.ts'
import { createAttempts } from '#server/lib/attempts.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf, faultsError } from '#server/lib/faults.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { HookTable } from '#server/platform/db/tables/hooks.ts'
import { untilAvailable } from '#server/platform/db/unavailable.ts'
import type { Engine, PlanLookup } from '#server/platform/engine/types.ts'
import { noteCall } from './calls.ts'
import { credentialsFault, secretsOf } from './credentials.ts'
import { decideRun } from './keys.ts'

export interface ReceiverOptions {
  db: Kysely<Database>
  seal: Seal
  engine: Pick<Engine, 'startWorkqueue'>
  findPlan: PlanLookup
  clock: Clock
  log: Logger
}

/** A call of a start address. */
export interface HookRequest {
  hookId: string
  headers: IncomingHttpHeaders
  /** The address that it came from. */
  source: string
  /** As it was sent. */
  body: string
  /** Reads the body. Throws what it is refused for. */
  parse(): Promise<Json>
}

type HookRow = Selectable<HookTable>

/** What is known of a call while it is judged. */
interface Progress {
  hadSecret: boolean
  key: string | null
  workqueueId: string | null
  repeated: boolean
}

const MINUTE_MS = 60_000
/** Calls without the right secret in a minute: of one address of the sender, and of one start address. */
const GUESSES_BY_SENDER = 30
const GUESSES_BY_HOOK = 120
const MAX_REMEMBERED = 10_000

/** Receives the calls of start addresses. */
export function createHookReceiver({ db, seal, engine, findPlan, clock, log }: ReceiverOptions) {
  const window = { windowMs: MINUTE_MS, maxKeys: MAX_REMEMBERED, clock }
  const senders = createAttempts({ ...window, max: GUESSES_BY_SENDER })
  const hooks = createAttempts({ ...window, max: GUESSES_BY_HOOK })

  /** Throws UNAUTHENTICATED or NOT_FOUND, above the limits TOO_MANY_REQUESTS. A caller with the secret is never counted. */
  function refuseGuess(
    refused: AppError,
    { hookId, source }: HookRequest,
  ): { isTold: boolean; error: AppError } {
    const counted = [senders.begin(source), hooks.begin(hookId)]
    const over = counted.filter(({ allowed }) => !allowed)
    if (over.length === 0) return { isTold: true, error: refused }
    const retryAfter = Math.max(1, Math.ceil(Math.max(...over.map(({ waitMs }) => waitMs)) / 1000))
    const error = new AppError('TOO_MANY_REQUESTS', hookMessages.guesses(retryAfter), { retryAfter })
    return { isTold: over.some(({ first }) => first), error }
  }

  /** Judges a call and starts its run. */
  async function accept(row: HookRow, request: HookRequest, progress: Progress): Promise<HookStart> {
    if (!row.enabled) throw new AppError('FORBIDDEN', hookMessages.disabled)
    progress.key = keyOf(request.headers)
    const initialState = stateOf(row.mapping, await request.parse())
    const decided = await decideRun(db, { hookId: row.id, key: progress.key, now: clock.now() })
    if (!decided.started) await start(row, decided.id, initialState, request.source)
    Object.assign(progress, { workqueueId: decided.id, repeated: decided.repeated })
    return { workqueueId: decided.id }
  }

  async function start(row: HookRow, id: string, initialState: JsonObject, source: string): Promise<void> {
    const { account_id: accountId, app_id: appId, plan_id: planId } = row
    const plan = await findPlan(accountId, planId)
    if (!plan) throw new AppError('NOT_FOUND', hookMessages.notFound)
    const { version, ...definition } = plan
    const actor = hookMessages.actor(row.name)
    const origin = version === undefined ? { planId } : { planId, planVersion: version }
    try {
      await engine.startWorkqueue(
        { ...definition, initialState },
        { id, accountId, appId, actor, hookId: row.id, ...origin },
      )
    } catch (error) {
      // Another call with the same key has started it.
      if ((error as { code?: unknown }).code === '23505') return
      throw error
    }
    const author = { actor, source, at: new Date(clock.now()) }
    const record = { action: 'start', entity: 'workqueue', entityId: id }
    // The run is stored: a sender that is refused now would send again, and without a key start a second one.
    await untilAvailable(() => recordAudit(db, accountId, author, record))
  }

  async function note(
    row: HookRow,
    request: HookRequest,
    began: number,
    call: Progress & { error?: unknown },
  ) {
    const { error, ...progress } = call
    const refused = error instanceof AppError ? error : null
    const status = error === undefined ? 202 : (refused?.statusCode ?? 500)
    try {
      await noteCall(db, {
        hookId: row.id,
        accountId: row.account_id,
        appId: row.app_id,
        ...progress,
        at: new Date(clock.now()),
        status,
        reason: error === undefined ? null : status < 500 ? refused!.message : hookMessages.failed,
        ms: Math.round(clock.monotonic() - began),
        source: request.source,
      })
    } catch (failure) {
      // The call was answered for what it did; only its row among the calls is missing.
      log.warn({ err: failure }, 'a call of a start address could not be noted')
    }
  }

  /**
   * Starts the run of a call, or finds the one that an earlier call with its key has started. Throws NOT_FOUND for an unknown
   * address, UNAUTHENTICATED without its secret, FORBIDDEN when it is switched off, BAD_REQUEST for a body that makes no
   * initial state of the plan, TOO_MANY_REQUESTS above its limit.
   */
  return async (request: HookRequest): Promise<HookStart> => {
    const began = clock.monotonic()
    const row = await db.selectFrom('hooks').selectAll().where('id', '=', request.hookId).executeTakeFirst()
    const fault = credentialsFault(request, secretsOf(seal, row, clock.now()), clock.now())
    if (!row) throw refuseGuess(new AppError('NOT_FOUND', hookMessages.notFound), request).error
    const progress: Progress = { hadSecret: fault === null, key: null, workqueueId: null, repeated: false }
    if (fault !== null) {
      const { isTold, error } = refuseGuess(new AppError('UNAUTHENTICATED', fault), request)
      if (isTold) await note(row, request, began, { ...progress, error })
      throw error
    }
    try {
      const started = await accept(row, request, progress)
      await note(row, request, began, progress)
      return started
    } catch (error) {
      await note(row, request, began, { ...progress, error })
      throw error
    }
  }
}

/** The name that a sender gave its call: senders of Standard Webhooks repeat a message under its id. */
function keyOf(headers: IncomingHttpHeaders): string | null {
  for (const name of [REQUEST_HEADER, 'webhook-id']) {
    const key = headers[name]
    if (typeof key !== 'string') continue
    if (key.length === 0 || key.length > MAX_HOOK_KEY)
      throw faultsError([{ path: [name], message: hookMessages.keyLength(MAX_HOOK_KEY) }])
    return key
  }
  return null
}

/** The initial state that a body makes. */
function stateOf(mapping: JsonObject | null, body: Json): JsonObject {
  if (mapping === null) {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw faultsError([{ path: [], message: hookMessages.noObject }])
    return body
  }
  try {
    return applyMapping(mapping, body)
  } catch (error) {
    if (!(error instanceof MappedTooLarge)) throw error
    throw faultOf('body', hookMessages.stateSize(MAX_HOOK_STATE / 1024 / 1024))
  }
}
