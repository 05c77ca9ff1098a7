import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import { asMoment, wireId, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { listWorkqueues, type WorkqueueQuery } from '../upstream.ts'

/** Rows of one call. */
const PAGE_ROWS = 500

/**
 * All runs that match, newest first, page by page; the next page is read when the rows of the last one were taken. Pages
 * continue at the moment of the last row, so that runs which start or go meanwhile neither repeat nor hide others.
 */
export async function* allRuns(
  call: Call,
  query: Omit<WorkqueueQuery, 'page' | 'perPage'>,
): AsyncGenerator<Wire<Workqueue>> {
  let { createdBefore = null } = query
  let page = 1
  /** Rows of that moment that were given out. */
  let given = new Set<string>()
  for (;;) {
    const { rows } = await listWorkqueues(call, { ...query, createdBefore, page, perPage: PAGE_ROWS })
    for (const row of rows) if (!given.has(wireId(row))) yield row
    if (rows.length < PAGE_ROWS) return
    const last = momentOf(rows.at(-1))
    if (last !== null && last !== createdBefore && momentOf(rows[0]) !== last) {
      createdBefore = last
      page = 1
      given = new Set(rows.filter((row) => momentOf(row) === last).map(wireId))
    } else {
      // More runs of one moment than a page has; a platform that answers the same page again has no more.
      if (rows.every((row) => given.has(wireId(row)))) return
      for (const row of rows) given.add(wireId(row))
      page += 1
    }
  }
}

const momentOf = (row: Wire<Workqueue> | undefined): string | null => asMoment(row?.['created'])
