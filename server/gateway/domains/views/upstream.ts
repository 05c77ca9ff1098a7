import type { StoredView } from '#shared/domains/views/contract.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { entityOf, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** The fields that are given; null removes columns, widths and sort. */
export type ViewChange = Partial<
  Pick<StoredView, 'name' | 'query' | 'columns' | 'widths' | 'sort' | 'shared'>
>

/** All views of a screen, the oldest first. */
export async function listViews(call: Call, screen: string): Promise<Wire<StoredView>[]> {
  const query = { screen, sort: 'created', page: 1, pagesize: MAX_PAGE_SIZE }
  return pageOf<StoredView>(await call({ method: 'GET', path: 'views', query })).rows
}

export async function createView(call: Call, screen: string, body: ViewChange): Promise<Wire<StoredView>> {
  return entityOf(await call({ method: 'POST', path: 'views', body: { ...body, screen } }))
}

export async function updateView(call: Call, id: string, body: ViewChange): Promise<Wire<StoredView>> {
  return entityOf(await call({ method: 'PUT', path: apiPath`views/${id}`, body }))
}

export async function deleteView(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: apiPath`views/${id}` })
}
