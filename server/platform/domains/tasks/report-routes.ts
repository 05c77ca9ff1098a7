import type { FastifyInstance, FastifyRequest } from 'fastify'
import { task as taskSchema } from '#shared/domains/tasks/contract.ts'
import {
  oneReport,
  reportBody,
  reportResults,
  reportsBody,
  type Report,
  type ReportResult,
} from '#shared/domains/tasks/report.ts'
import { AppError } from '#server/lib/errors.ts'
import { checkFields, faultOf, faultsError, faultsIn } from '#server/lib/faults.ts'
import type { TraceSpan, Tracing } from '#server/lib/telemetry/tracing.ts'
import type { ReceivedReader } from '#server/platform/auth/app-variables.ts'
import type { WorkerCaller } from '#server/platform/auth/caller.ts'
import type { TaskOfRun } from '#server/platform/engine/types.ts'
import { wireTask } from '#server/platform/engine/task.ts'
import { asAppError, logFailure } from '#server/platform/plugins/answers.ts'
import { idParams } from '#server/platform/plugins/generic-calls.ts'
import { refuseHostile } from '#server/platform/plugins/hostile-input.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { createBegin, isOfService, type BeginParts } from '#server/platform/queue/begin.ts'
import type { LeaseState } from '#server/platform/queue/lease-store.ts'
import type { Pollers } from '#server/platform/queues/pollers.ts'
import { leaseCallerOf, type LeaseCaller } from '#server/platform/queue/worker-caller.ts'
import { redactReport } from './redact-report.ts'
import { eventOf } from './report-events.ts'
import { traceReport } from './trace-report.ts'

export interface ReportRouteDeps extends BeginParts {
  pollers: Pollers
  readReceived: ReceivedReader
  /** Absent: traces are off. */
  tracing?: Tracing | undefined
}

/**
 * `POST tasks/{id}/report`: a worker's report on the task that it has leased. `started` may be reported any
 * number of times, with progress and logs; each other status ends the attempt and its lease: every later
 * report gets 409, a repetition of the same report too. `POST tasks/reports`: many of them with one token, each judged alone.
 */
export async function reportRoutes(app: FastifyInstance, deps: ReportRouteDeps): Promise<void> {
  const { engine, leases, pollers, readReceived, clock, tracing } = deps
  const begin = createBegin(deps)

  /** Takes the secrets out of a report; the returned function applies it. */
  async function prepare(
    worker: LeaseCaller,
    sent: Report,
    span: TraceSpan | null | undefined,
  ): Promise<() => Promise<TaskOfRun>> {
    const { accountId, aliasId, type, alias, source, lease } = worker
    const report = await redactReport(sent, { ...lease, accountId }, readReceived)
    const { hostName, version } = report
    const named = hostName ? { hostName, version: version || null } : null
    pollers.reported(aliasId, source, named)
    const now = clock.now()
    const event = eventOf(worker, report, now)
    await begin(worker, lease, { execution: report.execution ?? '', hostName, version })
    const ofService = isOfService(lease)
    if (ofService) pollers.polls({ accountId, aliasId, type, alias }, { name: named, source })()
    return async () => {
      const applied = await engine.fromWorker(lease.workqueueId, event)
      if (tracing) traceReport(tracing, span, { run: applied.run, lease, status: report.status, now })
      // A claim has done so already.
      if (lease.acknowledged && !ofService && report.status === 'started')
        await leases.restartSilence(lease, now)
      return applied
    }
  }

  const routes = app.withTypeProvider<ZodTypeProvider>()
  const one = {
    params: idParams,
    body: reportBody,
    summary: 'Report on a task',
    answer: { body: taskSchema },
  }
  routes.post('/tasks/:id/report', { config: { platformAccess: 'worker' }, schema: one }, async (request) => {
    const worker = leaseCallerOf(request)
    if (request.body.lease !== worker.lease.lease)
      throw faultOf('lease', 'is not that of the token', 'NOT_ALLOWED')
    const apply = await prepare(worker, request.body, request.span)
    const { task, run } = await apply()
    return wireTask(task, run)
  })

  const many = {
    body: reportsBody,
    summary: 'Report on several tasks with one token',
    answer: { body: reportResults },
  }
  const config = { platformAccess: 'workers', feature: 'reports', entriesAlone: true } as const
  routes.post('/tasks/reports', { config, schema: many }, async (request): Promise<ReportResult[]> => {
    const { worker, leases: named } = await app.leasesCallerOf(request, request.body)
    // All are prepared before the first is applied, so that reports on one task are applied in their order.
    const prepared = await Promise.all(
      request.body.map((sent, index) => outcome(() => prepareOne(worker, named[index], sent, request.span))),
    )
    const applied = await Promise.all(
      prepared.map(async (apply) => (apply instanceof Failed ? apply : outcome(apply))),
    )
    return applied.map((result, index) => ({
      taskId: request.body[index]?.taskId ?? '',
      ...(result instanceof Failed ? failureOf(result, request) : { status: 200 }),
    }))
  })

  async function prepareOne(
    worker: WorkerCaller,
    lease: LeaseState | AppError | undefined,
    sent: object,
    span: TraceSpan | null | undefined,
  ) {
    if (!lease || lease instanceof AppError) throw lease
    refuseHostile('report', sent)
    const { data, error } = checkFields(oneReport, sent)
    if (error) throw faultsError(faultsIn(error.issues))
    return prepare({ ...worker, lease }, data, span)
  }
}

/** What one report of several was refused with. */
class Failed {
  readonly thrown: unknown
  constructor(thrown: unknown) {
    this.thrown = thrown
  }
}

async function outcome<Result>(act: () => Promise<Result>): Promise<Result | Failed> {
  try {
    return await act()
  } catch (thrown) {
    return new Failed(thrown)
  }
}

/** As the answer to a report that was sent alone. */
function failureOf({ thrown }: Failed, request: FastifyRequest): { status: number; message: string } {
  const { statusCode, message } = asAppError(thrown, request)
  if (statusCode >= 500) logFailure(request, thrown, 'a report of several failed')
  return { status: statusCode, message }
}
