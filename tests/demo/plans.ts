import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'

/** The plans of the demonstration. Durations are a tenth of what such work takes. */

const REGIONS = ['EU', 'UK', 'US', 'AP'] as const

const task = (name: string, type: string, rest: Partial<TaskDefinition> = {}): TaskDefinition => ({
  name,
  type: `task.${type}`,
  ...rest,
})

const noop = (name: string, rest: Partial<TaskDefinition> = {}) => task(name, 'workforce.noop', rest)

const chargeCards = (region: string): TaskDefinition =>
  task(`Charge cards ${region}`, 'payments.chargecard', {
    depends: ['Price usage'],
    inputs: {
      scheme: '$state.scheme',
      batch: `$state.batches.${region}`,
      cards: `$state.cards.${region}`,
      batchSize: '$state.batchSize',
      key: '$var.SCHEME_KEY',
      timeoutMs: 30_000,
    },
    outputs: { charged: `$state.charged.${region}` },
    retry: { max: 2, delayMs: 500, factor: 2 },
  })

const chargeTasks = [...REGIONS.map((region) => `Charge cards ${region}`), 'Charge crypto']

export const nightlyInvoices: Definition = {
  name: 'Nightly invoice run',
  description: 'Prices the usage of a month, charges all cards, renders and sends the invoices',
  tags: ['billing', 'nightly'],
  initialState: { month: '2026-10', tenant: 'acme', regions: [...REGIONS], batchSize: 100, scheme: 'visa' },
  outputsDef: { invoices: '$state.invoices', ledger: '$state.ledger' },
  errorTasks: ['Page payments on-call'],
  tasks: [
    task('Collect usage', 'etl.extractorders', {
      inputs: { month: '$state.month', tenant: '$state.tenant' },
      outputs: { rows: '$state.usage.rows' },
    }),
    task('Price usage', 'etl.metaprice', {
      depends: ['Collect usage'],
      inputs: { rows: '$state.usage.rows', batchSize: '$state.batchSize' },
      outputs: { batches: '$state.batches', cards: '$state.cards' },
    }),
    ...REGIONS.map(chargeCards),
    task('Charge crypto', 'payments.chargecrypto', {
      depends: ['Price usage'],
      condition: { in: ['crypto', { var: 'regions' }] },
      inputs: { tenant: '$state.tenant' },
    }),
    task('Reconcile with ledger', 'ledger.ledgerexport', {
      depends: chargeTasks,
      inputs: { charged: '$state.charged' },
      outputs: { entries: '$state.ledger' },
    }),
    task('Export ledger to SAP', 'ledger.ledgerexport', {
      depends: ['Reconcile with ledger'],
      inputs: { entries: '$state.ledger', target: 'SAP' },
    }),
    task('Render invoices', 'ledger.pdfrenderer', {
      depends: ['Reconcile with ledger'],
      inputs: { tenant: '$state.tenant', month: '$state.month' },
      outputs: { invoices: '$state.invoices' },
    }),
    task('Archive invoices', 'ledger.loadwarehouse', {
      depends: ['Render invoices'],
      inputs: { invoices: '$state.invoices' },
    }),
    task('Send receipts', 'mail.sendemail', {
      depends: ['Render invoices'],
      inputs: { to: '$state.tenant', invoices: '$state.invoices' },
      retry: { max: 4, delayMs: 1000, factor: 2 },
    }),
    noop('Close month', {
      depends: ['Export ledger to SAP', 'Archive invoices', 'Send receipts'],
      inputs: { month: '$state.month' },
    }),
    noop('Page payments on-call', { inputs: { channel: 'payments', month: '$state.month' } }),
  ],
}

/** The same with its archive on an alias that no worker polls. */
export const archivedInBulk: Definition = {
  ...nightlyInvoices,
  tasks: nightlyInvoices.tasks.map((each) =>
    each.name === 'Archive invoices' ? Object.assign({}, each, { alias: 'bigbatch' }) : each,
  ),
}

export const chargeCustomer: Definition = {
  name: 'Charge customer',
  description: 'Charges one card and sends the receipt',
  tags: ['billing'],
  initialState: { customer: 991, amount: 1240 },
  tasks: [
    task('Look up account', 'etl.extractorders', { inputs: { customer: '$state.customer' } }),
    task('Check limits', 'etl.metaprice', {
      depends: ['Look up account'],
      inputs: { amount: '$state.amount' },
    }),
    task('Charge card', 'payments.chargecard', {
      depends: ['Check limits'],
      inputs: { customer: '$state.customer', amount: '$state.amount', key: '$var.SCHEME_KEY' },
      outputs: { charged: '$state.receipt' },
    }),
    task('Send receipt', 'mail.sendemail', {
      depends: ['Charge card'],
      inputs: { customer: '$state.customer', receipt: '$state.receipt' },
      retry: { max: 4, delayMs: 4000, factor: 2 },
    }),
  ],
}

export const invoicePreview: Definition = {
  name: 'Invoice preview',
  description: 'Renders one invoice without charging it',
  tags: ['billing'],
  initialState: { customer: 2206 },
  tasks: [
    task('Collect usage', 'etl.extractorders', { inputs: { customer: '$state.customer' } }),
    task('Price usage', 'etl.metaprice', { depends: ['Collect usage'] }),
    task('Render invoice', 'ledger.pdfrenderer', { depends: ['Price usage'] }),
  ],
}

/** Runs a script of the ledger team. */
export const monthReport: Definition = {
  name: 'Month report',
  description: 'Adds the charges of a month up and renders the report',
  tags: ['billing'],
  initialState: {
    month: '2026-10',
    entries: REGIONS.map((region, index) => ({ region, amount: 1200 + 350 * index })),
  },
  outputsDef: { totals: '$state.totals' },
  tasks: [
    task('Add up', 'script.monthtotals', {
      inputs: { entries: '$state.entries' },
      outputs: { totals: '$state.totals' },
    }),
    task('Render report', 'ledger.pdfrenderer', { depends: ['Add up'], inputs: { totals: '$state.totals' } }),
  ],
}

/** One refund; the child of a batch. */
export const refund: Definition = {
  name: 'Refund',
  description: 'Returns one payment',
  tags: ['billing'],
  initialState: { payment: 'p-1' },
  tasks: [
    task('Find payment', 'etl.extractorders', { inputs: { payment: '$state.payment' } }),
    task('Return it', 'payments.chargecard', {
      depends: ['Find payment'],
      inputs: { payment: '$state.payment', key: '$var.SCHEME_KEY' },
    }),
  ],
}

export const refundBatch = (refundPlan: string): Definition => ({
  name: 'Refund batch',
  description: 'Returns the payments of a file',
  tags: ['billing'],
  initialState: { file: '22-nov', payments: Array.from({ length: 12 }, (_, index) => `p-${400 + index}`) },
  tasks: [
    task('Read file', 'etl.extractorders', { inputs: { file: '$state.file' } }),
    task('Refund all', 'workforce.map', {
      depends: ['Read file'],
      inputs: { items: '$state.payments', plan: refundPlan, as: 'payment', concurrency: 4 },
    }),
  ],
})

/** 300 equal tasks between a first and a last one. */
export const reindexSearch: Definition = {
  name: 'Reindex search',
  description: 'Scores every shard of the search index and merges the result',
  tags: ['search'],
  initialState: { index: 'orders' },
  tasks: [
    noop('Plan the shards', { inputs: { index: '$state.index' } }),
    ...Array.from({ length: 300 }, (_, index) =>
      task(`shard ${Math.floor(index / 25)}-${index % 25}`, 'search.scoreshard', {
        depends: ['Plan the shards'],
        inputs: { index: '$state.index', shard: index },
        retry: { max: 2, delayMs: 200, factor: 1 },
        continueOnError: false,
      }),
    ),
    noop('Merge all', {
      depends: Array.from({ length: 300 }, (_, index) => `shard ${Math.floor(index / 25)}-${index % 25}`),
    }),
  ],
}
