import { DBOS } from '@dbos-inc/dbos-sdk'

/**
 * Peer: DBOS, a workflow of 100 no-op steps in sequence or at once; each step's result is stored.
 * Usage: dbos.mjs <database url> <chain|fan> <runs>; prints seconds per run, one a line.
 */
const [url = '', shape = 'chain', runs = '5'] = process.argv.slice(2)
DBOS.setConfig({ name: 'bench', systemDatabaseUrl: url, logLevel: 'error' })

const step = (name) => DBOS.runStep(async () => ({}), { name })
const chain = DBOS.registerWorkflow(
  async () => {
    for (let i = 0; i < 100; i++) await step(`step-${i}`)
  },
  { name: 'chain' },
)
const fan = DBOS.registerWorkflow(
  async () => {
    await step('first')
    await Promise.all(Array.from({ length: 98 }, (_, i) => step(`middle-${i}`)))
    await step('last')
  },
  { name: 'fan' },
)

await DBOS.launch()
const workflow = shape === 'fan' ? fan : chain
for (let i = 0; i < 3; i++) await workflow()
for (let run = 0; run < Number(runs); run++) {
  const from = performance.now()
  await workflow()
  process.stdout.write(`${(performance.now() - from) / 1000}\n`)
}
await DBOS.shutdown()
process.exit(0)
