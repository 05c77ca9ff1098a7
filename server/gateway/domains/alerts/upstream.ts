import type {
  AlertDelivery,
  AlertPreview,
  AlertRule,
  AlertSecret,
  AlertTestDelivery,
} from '#shared/domains/alerts/contract.ts'
import { MAX_ALERT_RULES } from '#shared/domains/alerts/kinds.ts'
import { pageQuery, type PageArgs, type WirePage } from '#server/gateway/graphql/page.ts'
import { entitiesIn, entityOf, isWire, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** All rules of the account, the oldest first. */
export async function listAlerts(call: Call): Promise<Wire<AlertRule>[]> {
  const query = { sort: 'created', page: 1, pagesize: MAX_ALERT_RULES }
  return pageOf<AlertRule>(await call({ method: 'GET', path: 'alerts', query })).rows
}

export async function readAlert(call: Call, id: string): Promise<Wire<AlertRule>> {
  return entityOf(await call({ method: 'GET', path: apiPath`alerts/${id}` }))
}

export async function createAlert(call: Call, body: unknown): Promise<Wire<AlertRule>> {
  return entityOf(await call({ method: 'POST', path: 'alerts', body }))
}

/** Changes what the body has; the rest stays. */
export async function updateAlert(call: Call, id: string, body: unknown): Promise<Wire<AlertRule>> {
  return entityOf(await call({ method: 'PUT', path: apiPath`alerts/${id}`, body }))
}

export async function deleteAlert(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: apiPath`alerts/${id}` })
}

/** A new secret of a webhook, which nothing answers again. */
export async function rotateAlertSecret(
  call: Call,
  id: string,
  targetId: string,
): Promise<Wire<AlertSecret>> {
  return entityOf(await call({ method: 'POST', path: apiPath`alerts/${id}/secret`, body: { targetId } }))
}

/** A test of a rule as a form has it. */
export async function testAlert(call: Call, body: unknown): Promise<Wire<AlertTestDelivery>[]> {
  const answer: unknown = await call({ method: 'POST', path: 'alerts/test', body })
  return entitiesIn(isWire(answer) ? answer['deliveries'] : [])
}

/** What a rule would have sent in the last days. Its list is called `data`, in which other answers are as a whole. */
export async function previewAlert(call: Call, body: object): Promise<Wire<AlertPreview>> {
  const answer: unknown = await call({ method: 'POST', path: 'alerts/preview', body })
  return isWire(answer) ? answer : {}
}

export interface DeliveryQuery extends PageArgs {
  ruleId?: string | null | undefined
  state?: string | null | undefined
}

/** A page of deliveries, and how many there were in 24 hours. */
export interface DeliveryPage extends WirePage<AlertDelivery> {
  day: Wire
}

export async function listDeliveries(
  call: Call,
  { ruleId, state, ...page }: DeliveryQuery,
): Promise<DeliveryPage> {
  const query = { ...pageQuery(page), ruleId: ruleId ?? undefined, state: state ?? undefined }
  const answer: unknown = await call({ method: 'GET', path: 'alerts/deliveries', query })
  const day = isWire(answer) ? answer['day'] : null
  return { ...pageOf<AlertDelivery>(answer), day: isWire(day) ? day : {} }
}

export async function retryDelivery(call: Call, id: string): Promise<Wire<AlertDelivery>> {
  return entityOf(await call({ method: 'POST', path: apiPath`alerts/deliveries/${id}/retry` }))
}
