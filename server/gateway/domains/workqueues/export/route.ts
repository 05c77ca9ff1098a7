import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import {
  EXPORT_PATH,
  MAX_EXPORTED,
  listColumnKeys,
  listColumns,
  type RunColumn,
} from '#shared/domains/workqueues/list-columns.ts'
import { commaList, id, moment, queryFlag } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultsError, faultsIn } from '#server/lib/faults.ts'
import { asText, entityOf, type Wire } from '#server/gateway/lib/wire.ts'
import { callAs, callerOf, type CallDeps } from '#server/gateway/session/principal.ts'
import { traceOf, type Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { supported } from '../upstream.ts'
import { csvLine } from './csv.ts'
import { allRuns } from './pages.ts'
import { runCells } from './run-rows.ts'

const isColumn = (key: string): key is RunColumn => Object.hasOwn(listColumns, key)

const exportQuery = z.strictObject({
  appId: id,
  status: commaList.optional(),
  tags: commaList.optional(),
  createdAfter: moment.optional(),
  createdBefore: moment.optional(),
  root: queryFlag.optional(),
  parentId: id.optional(),
  search: z.string().optional(),
  stuck: queryFlag.optional(),
  columns: commaList.pipe(z.array(z.string().refine(isColumn, 'is no column')).min(1)).optional(),
})

/** The run list as a CSV file: all rows that match, on every platform. Rows are read as fast as the browser takes them. */
export async function exportPlugin(app: FastifyInstance, deps: CallDeps & { clock: Clock }): Promise<void> {
  app.get(EXPORT_PATH, { config: { access: 'session' } }, async (request, reply) => {
    const { principal } = request
    if (!principal) throw new AppError('UNAUTHENTICATED')
    const parsed = exportQuery.safeParse(request.query)
    if (!parsed.success) throw faultsError(faultsIn(parsed.error.issues))
    const { columns = listColumnKeys, ...query } = parsed.data
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const asked = callAs(principal, deps, traceOf(request))
    const call: Call = (what) => asked({ ...what, signal: gone.signal })
    const name = asText(entityOf(await call({ method: 'GET', path: apiPath`apps/${query.appId}` }))['name'])
    const features = (await deps.capabilities.of(callerOf(principal), traceOf(request)))?.features ?? []
    const runs = allRuns(call, supported(query, features))
    // A refusal of the first page is answered as such, before the file begins.
    const first = await runs.next()
    const day = new Date(deps.clock.now()).toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName(name ?? '')}-workqueues-${day}.csv"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(linesOf(first, runs, columns as RunColumn[])))
  })
}

/** Characters that are sent at once: a write of each row would cost more than the row. */
const PART_LENGTH = 16_384

async function* linesOf(
  first: IteratorResult<Wire<Workqueue>, unknown>,
  runs: AsyncGenerator<Wire<Workqueue>>,
  columns: readonly RunColumn[],
): AsyncGenerator<string> {
  let part = csvLine(columns.map((column) => listColumns[column]))
  let count = 0
  for (let next = first; !next.done; next = await runs.next()) {
    if (count === MAX_EXPORTED) {
      part += csvLine([`Only the newest ${MAX_EXPORTED.toLocaleString('en')} workqueues are exported`])
      break
    }
    count += 1
    part += csvLine(runCells(next.value, columns))
    if (part.length < PART_LENGTH) continue
    yield part
    part = ''
  }
  yield part
}

/** The name of the app with the characters that every file system takes. */
const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 60) || 'app'
