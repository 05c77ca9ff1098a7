import type { JsonObject } from '#shared/lib/json.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import type { NewPrivateKey, Worker, WorkerWithSecrets } from '#shared/domains/workers/contract.ts'
import type { Call } from '../support/platform-process.ts'
import type { AliasSetup } from '../support/worker-setup.ts'
import * as plans from './plans.ts'

/** A queue that workers of the demonstration poll. */
export interface DemoAlias extends AliasSetup {
  type: string
  alias: string
}

export interface DemoPlan {
  id: string
  initialState: JsonObject
}

export interface Company {
  billing: string
  warehouse: string
  /** By their names. */
  plans: ReadonlyMap<string, DemoPlan>
  aliases: DemoAlias[]
  /** The deployment of the payments worker. */
  payments: string
}

/** What is deployed at the beginning, by worker and alias: tag, replicas and environment. */
const deployed: Record<string, readonly [tag: string, replicas: number, environment?: Environment]> = {
  'chargecard default': ['2.14.0', 2, { SCHEME_URL: 'https://scheme.example', SCHEME_BATCH: '100' }],
  'chargecard stable': ['2.14.0', 1, { SCHEME_URL: 'https://scheme.example', SCHEME_BATCH: '100' }],
  'sendemail default': ['1.8.0', 1, { MAIL_HOST: 'mail-4' }],
  'loadwarehouse default': ['4.1.0', 1],
  'scoreshard default': ['0.9.2', 3],
}
type Environment = Record<string, string>

/** What changes with the version of the payments worker that fails. */
export const newPayments = {
  dockerTag: '2.14.1',
  environment: { SCHEME_URL: 'https://scheme.example', SCHEME_BATCH: '500' },
}

/** Workers by team, and the aliases that each has besides `default`. */
export const workersOfTeams: Record<string, Record<string, string[]>> = {
  etl: { extractorders: [], metaprice: [] },
  payments: { chargecard: ['stable'], chargecrypto: [] },
  ledger: { ledgerexport: [], pdfrenderer: [], loadwarehouse: ['bigbatch'] },
  mail: { sendemail: [] },
  search: { scoreshard: [] },
}

/** Scripts by team: what each is for, and its code. */
const scriptsOfTeams: Record<string, { name: string; description: string; code: string }[]> = {
  ledger: [
    {
      name: 'Month totals',
      description: 'Adds the entries of a month up, by region',
      code: `export default ({ inputs, log }) => {
  const totals = {}
  for (const { region, amount } of inputs.entries) totals[region] = (totals[region] ?? 0) + amount
  log('regions', Object.keys(totals).length)
  return { totals }
}
`,
    },
  ],
  mail: [
    {
      name: 'Address check',
      description: 'Sorts out addresses that no mail can reach',
      code: `export default ({ inputs }) => ({
  reachable: inputs.addresses.filter((address) => address.includes('@')),
})
`,
    },
  ],
}

/** Creates apps, teams, workers with keys and deployments, variables and plans, by the calls that the screens make. */
export async function setUp(call: Call): Promise<Company> {
  const app = (name: string, description: string) =>
    call<{ _id: string }>('POST', 'apps', { name, description })
  const billing = (await app('Billing', 'Invoices, cards and refunds'))._id
  const warehouse = (await app('Data warehouse', 'Search and reports'))._id
  await call('POST', `apps/${billing}/variables`, { name: 'SCHEME_KEY', value: 'northwind-scheme-key-2026' })
  const aliases: DemoAlias[] = []
  const deployments = new Map<string, string>()
  for (const [team, ownWorkers] of Object.entries(workersOfTeams)) {
    const { _id: teamId } = await call<{ _id: string }>('POST', 'teams', { name: team })
    for (const script of scriptsOfTeams[team] ?? []) await call('POST', 'scripts', { ...script, teamId })
    const cluster = { name: `${team}-eu`, teamId, tags: ['eu-west', 'production'] }
    const { _id: clusterId } = await call<{ _id: string }>('POST', 'clusters', cluster)
    for (const [name, more] of Object.entries(ownWorkers)) {
      const made = await makeWorker(call, { name, teamId, more })
      aliases.push(...made.aliases)
      for (const { alias } of made.aliases) {
        const [dockerTag, replicaCount, environment = {}] = deployed[`${name} ${alias}`] ?? []
        if (dockerTag === undefined) continue
        const body = { clusterId, workerId: made.id, alias, dockerTag, replicaCount, environment }
        deployments.set(`${name} ${alias}`, (await call<{ _id: string }>('POST', 'deployments', body))._id)
      }
    }
  }
  const payments = deployments.get('chargecard default') ?? ''
  return { billing, warehouse, aliases, payments, plans: await storePlans(call) }
}

async function makeWorker(
  call: Call,
  { name, teamId, more }: { name: string; teamId: string; more: string[] },
): Promise<{ id: string; aliases: DemoAlias[] }> {
  const { _id, type } = await call<Worker>('POST', 'workers', { name, teamId })
  for (const aliasName of more) await call('POST', `workers/${_id}/aliases`, { aliasName })
  const keys = new Map<string, NewPrivateKey>()
  for (const alias of ['default', ...more])
    keys.set(
      alias,
      await call('PUT', `workers/${_id}/aliases/${alias}/jwt`, { name: keyNameOf(name, alias) }),
    )
  const { aliases } = await call<WorkerWithSecrets>('GET', `workers/${_id}`)
  const withKeys = aliases.map(({ _id: aliasId, name: alias, queueUrl, accessKeyId, secretAccessKey }) => {
    const { _id: keyId = '', privateKey = '' } = keys.get(alias) ?? {}
    return { type, alias, aliasId, queueUrl, accessKeyId, secretAccessKey, keyId, privateKey }
  })
  return { id: _id, aliases: withKeys }
}

/** Where a key is kept: `chargecard-stable-eu`. */
const keyNameOf = (worker: string, alias: string) =>
  alias === 'default' ? `${worker}-eu` : `${worker}-${alias}-eu`

async function storePlans(call: Call): Promise<Map<string, DemoPlan>> {
  const stored = new Map<string, DemoPlan>()
  const store = async (definition: Definition) => {
    const { _id } = await call<{ _id: string }>('POST', 'plans', definition)
    stored.set(definition.name, { id: _id, initialState: definition.initialState ?? {} })
    return _id
  }
  const refund = await store(plans.refund)
  await store(plans.refundBatch(refund))
  for (const definition of [
    plans.nightlyInvoices,
    plans.chargeCustomer,
    plans.invoicePreview,
    plans.reindexSearch,
    plans.monthReport,
  ])
    await store(definition)
  return stored
}
