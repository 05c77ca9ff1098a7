import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Call } from '../support/platform-process.ts'
import { archivedInBulk, chargeCustomer } from './plans.ts'
import { newPayments, type Company } from './set-up.ts'
import type { Fleet } from './workers.ts'

export interface Play {
  call: Call
  company: Company
  workers: Fleet
  say(line: string): void
  signal: AbortSignal
}

interface Run {
  _id: string
  status: string
  tasks: { _id: string; name: string; status: string }[]
}

const tenants = ['acme', 'initech', 'hooli', 'umbrella']

/** Plays the afternoon, then goes on until the signal. */
export async function playAfternoon(play: Play): Promise<void> {
  const { workers, say } = play
  const { conditions } = workers
  say('Good runs of the morning')
  await goodRuns(play)
  say('The payments worker 2.14.1 is deployed; the card scheme of the US times out')
  await play.call('PUT', `deployments/${play.company.payments}`, newPayments)
  conditions.payments = newPayments.dockerTag
  conditions.schemeDown = true
  const failed = await Promise.all(
    tenants.map((tenant) => start(play, 'Nightly invoice run', { tenant, batchSize: 214 })),
  )
  await start(play, 'Refund batch', { file: '21-nov' })
  await Promise.all(failed.map((id) => ended(play, id)))
  say('Search is indexed again; some shards are locked')
  await start(play, 'Reindex search', { index: 'orders' }, play.company.warehouse)
  await bulkArchive(play)
  const wrong = await start(play, 'Nightly invoice run', { tenant: 'test', month: '2026-09' })
  await wait(play, 2500)
  await play.call('POST', `workqueues/${wrong}/end`, { status: 'cancelled' })
  say('The mail host stops polling')
  conditions.mailStopped = true
  await customers(play, 5)
  say('ana restarts a failed task, and it fails again')
  await restart(play, failed[0] ?? '', 'Charge cards US')
  conditions.ledgerSlow = true
  await start(play, 'Nightly invoice run', { tenant: 'stark', month: '2026-09', regions: ['EU'] })
  await ended(play, failed[0] ?? '')
  say('The afternoon is played; ordinary work goes on until you press Ctrl C')
  await goOn(play)
}

/** Enough completed runs of each plan that it is known how long they usually take. */
async function goodRuns(play: Play): Promise<void> {
  const started: string[] = []
  for (const tenant of ['globex', ...tenants, 'stark', 'wayne']) {
    started.push(await start(play, 'Nightly invoice run', { tenant }))
    started.push(...(await customers(play, 1)))
    await wait(play, 700)
  }
  for (let n = 0; n < 4; n++) started.push(await chargeOnStable(play))
  for (const plan of ['Refund batch', 'Invoice preview', 'Month report'])
    started.push(await start(play, plan, {}))
  await Promise.all(started.map((id) => ended(play, id)))
}

/** A run that charges a customer on the alias `stable`, which has the version before the failure. */
async function chargeOnStable({ call, company }: Play): Promise<string> {
  const tasks = chargeCustomer.tasks.map((task) =>
    task.type === 'task.payments.chargecard' ? Object.assign({}, task, { alias: 'stable' }) : task,
  )
  const definition = Object.assign({}, chargeCustomer, { name: 'Charge customer on stable', tasks })
  const { _id } = await call<Run>('POST', `workqueues?appId=${company.billing}`, definition)
  return _id
}

/** A run whose archive waits for an alias that no worker polls. */
async function bulkArchive({ call, company }: Play): Promise<void> {
  const definition = Object.assign({}, archivedInBulk, {
    planId: company.plans.get(archivedInBulk.name)?.id,
    initialState: Object.assign({}, archivedInBulk.initialState, { tenant: 'globex' }),
  })
  await call('POST', `workqueues?appId=${company.billing}`, definition)
}

const amounts = [1240, 89.9, 12, 640, 310.5]
let customer = 0

async function customers(play: Play, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    customer = (customer * 31 + 417) % 997
    ids.push(await start(play, 'Charge customer', { customer, amount: amounts[n % amounts.length]! }))
  }
  return ids
}

/** New customers now and then; every five minutes the mail host polls for a while. */
async function goOn(play: Play): Promise<void> {
  for (let turn = 0; !play.signal.aborted; turn++) {
    if (turn % 2 === 0) await customers(play, 1)
    if (turn % 4 === 0) await start(play, 'Invoice preview', {})
    play.workers.conditions.mailStopped = turn % 50 < 45
    await wait(play, 6000)
  }
}

async function start(
  { call, company }: Play,
  plan: string,
  initialState: JsonObject,
  appId: string = company.billing,
): Promise<string> {
  const stored = company.plans.get(plan)
  if (!stored) throw new Error(`there is no plan ${plan}`)
  const body = { initialState: Object.assign({}, stored.initialState, initialState) }
  const { _id } = await call<Run>('POST', `plans/${stored.id}/run?appId=${appId}`, body)
  return _id
}

const isOver = ({ status }: Run) => status !== 'notstarted' && status !== 'started'

async function ended(play: Play, id: string): Promise<void> {
  while (!isOver(await play.call<Run>('GET', `workqueues/${id}`))) await wait(play, 500)
}

async function restart(play: Play, runId: string, name: string): Promise<void> {
  const { tasks } = await play.call<Run>('GET', `workqueues/${runId}`)
  const task = tasks.find((each) => each.name === name && each.status === 'failed')
  if (task) await play.call('POST', `tasks/${task._id}/restart`, { taskId: task._id })
}

const wait = ({ signal }: Play, ms: number) => pause(ms, undefined, { signal })
