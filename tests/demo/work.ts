import type { JsonObject } from '#shared/lib/json.ts'
import type { DemoAlias } from './set-up.ts'

/** What the workers of the demonstration meet outside. */
export interface Conditions {
  /** The card scheme of the US answers nothing. */
  schemeDown: boolean
  /** The host of the mails takes no more tasks. */
  mailStopped: boolean
  /** The version of the payments worker on its default alias. */
  payments: string
  /** An export of the ledger does not come to its end. */
  ledgerSlow: boolean
}

export interface WorkedTask {
  taskId: string
  lease: string
  name: string
  attempt: number
  inputs: JsonObject
}

/** A machine that polls one alias. */
export interface Host {
  name: string
  consumers: number
  version(conditions: Conditions): string
  stopsPolling?(conditions: Conditions): boolean
}

/** What a worker does with a task: entries of its log with the pause before each, and its result. */
export interface Work {
  steps: { afterMs: number; level: string; message: string; progress?: number }[]
  restMs: number
  outputs: JsonObject
  failure?: { reason: string; stacktrace: string | null }
}

const always = (version: string) => () => version
const paymentsHosts = ['ip-10-3-41-19.eu-west-1', 'ip-10-3-41-22.eu-west-1']

/** The machines that poll an alias; none for `bigbatch`. */
export function hostsOf({ type, alias }: Pick<DemoAlias, 'type' | 'alias'>): Host[] {
  if (alias === 'bigbatch') return []
  if (alias === 'stable') return [{ name: paymentsHosts[0]!, consumers: 2, version: always('2.14.0') }]
  if (type === 'task.payments.chargecard')
    return paymentsHosts.map((name) => ({ name, consumers: 6, version: ({ payments }) => payments }))
  if (type === 'task.search.scoreshard')
    return ['search-1', 'search-2', 'search-3'].map((name) => ({
      name,
      consumers: 8,
      version: always('0.9.2'),
    }))
  if (type === 'task.mail.sendemail')
    return [
      {
        name: 'mail-4',
        consumers: 6,
        version: always('1.8.0'),
        stopsPolling: ({ mailStopped }) => mailStopped,
      },
    ]
  if (type.startsWith('task.ledger.')) return [{ name: 'ledger-1', consumers: 6, version: always('4.1.0') }]
  return [{ name: 'etl-2', consumers: 8, version: always('3.2.0') }]
}

const line = (afterMs: number, message: string, level = 'info') => ({ afterMs, level, message })
const done = (restMs: number, outputs: JsonObject = {}, steps: Work['steps'] = []): Work => ({
  steps,
  restMs,
  outputs,
})

/** A number from 0 to 1 that is the same for the same text. */
function draw(text: string): number {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return ((hash >>> 0) % 1000) / 1000
}

const lastPart = (type: string) => type.slice(type.lastIndexOf('.') + 1)

/** The work of one attempt. */
export function workOf({ type, alias }: DemoAlias, task: WorkedTask, conditions: Conditions): Work {
  const spread = draw(task.taskId)
  switch (lastPart(type)) {
    case 'extractorders':
      return done(900 + 800 * spread, { rows: 1240 }, [line(200, 'reading usage of the month')])
    case 'metaprice':
      return done(700 + 500 * spread, prices(task), [line(100, 'pricing 1,240 rows')])
    case 'chargecard':
      return charge(task, alias === 'stable' ? '2.14.0' : conditions.payments, conditions, spread)
    case 'ledgerexport':
      if (task.inputs['target'] === 'SAP' && conditions.ledgerSlow)
        return done(3_600_000, {}, [line(100, 'waiting for a lock of SAP')])
      return done(2000 + 1500 * spread, { entries: 318 }, [line(300, 'writing 318 entries')])
    case 'pdfrenderer':
      return done(2500 + 1500 * spread, { invoices: 214 }, [line(300, 'template invoice-v4')])
    case 'loadwarehouse':
      return done(1300 + 600 * spread, {}, [line(200, 'loading 214 documents')])
    case 'sendemail':
      if (spread > 0.85 && task.attempt < 3)
        return failing(600, 'mail relay refused', [line(100, 'connected to relay-2')])
      return done(800 + 400 * spread, {}, [line(100, 'sent by relay-1')])
    case 'scoreshard':
      return score(task, spread)
    default:
      return done(500)
  }
}

function failing(
  restMs: number,
  reason: string,
  steps: Work['steps'],
  stacktrace: string | null = null,
): Work {
  return { steps, restMs, outputs: {}, failure: { reason, stacktrace } }
}

function prices({ inputs }: WorkedTask): JsonObject {
  const size = Number(inputs['batchSize'] ?? 100)
  const regions = ['EU', 'UK', 'US', 'AP']
  return {
    batches: Object.fromEntries(regions.map((region) => [region, `batch-${region}`])),
    cards: Object.fromEntries(
      regions.map((region) => [
        region,
        Array.from({ length: size }, (_, index) => `card-${region}-${index}`),
      ]),
    ),
  }
}

const frames = [
  'SchemeTimeout: no answer in 30000 ms',
  '    at charge (scheme/visa.js:88:15)',
  '    at chargeBatch (chargecard.js:41:9)',
  '    at run (chargecard.js:17:3)',
].join('\n')

/** Version 2.14.1 sends a batch in one call; the scheme of the US does not answer one of more than 100 cards. */
function charge({ inputs }: WorkedTask, version: string, { schemeDown }: Conditions, spread: number): Work {
  const batch = String(inputs['batch'] ?? '')
  const cards = Array.isArray(inputs['cards']) ? inputs['cards'].length : 1
  const begun = [
    line(100, `${cards} cards in ${batch || 'one call'}`),
    line(100, `scheme=visa, one call of ${cards}`),
  ]
  if (schemeDown && version === '2.14.1' && batch === 'batch-US' && cards > 100)
    return failing(
      1200,
      `Card scheme timed out after 30000 ms (scheme=visa, batch=${batch})`,
      [...begun, line(600, 'connected to gateway-us'), line(900, 'no answer for 15 s', 'warn')],
      frames,
    )
  return done(1500 + 900 * spread, { charged: cards }, begun)
}

const locked = new Set([37, 64, 65, 112, 131, 133, 158, 159, 203, 204, 211])
const memory = new Set([240, 241])
const slow = new Set([262, 281])

/** Some shards are locked by another writer, two are too large, two take long. */
function score({ inputs }: WorkedTask, spread: number): Work {
  const shard = Number(inputs['shard'])
  if (locked.has(shard))
    return failing(100 + 60 * spread, 'Index is locked by another writer', [
      line(60, 'lock held by reindex-41 since 13:41', 'warn'),
    ])
  if (memory.has(shard))
    return failing(500, 'Out of memory', [line(300, 'used 512 MB of 512 MB at document 88,140', 'warn')])
  return done(slow.has(shard) ? 90_000 : 120 + 250 * spread, { score: Math.round(1000 * spread) })
}
