import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { environmentWith } from '#server/config.ts'
import { assertFree } from '#server/lib/listening.ts'
import { demoAddress, demoPort, demoUser } from './address.ts'
import { playAfternoon } from './afternoon.ts'
import { signIn } from './console-client.ts'
import { setUp } from './set-up.ts'
import { standingOrders } from './standing.ts'
import { startWorkers } from './workers.ts'

/**
 * `npm run demo`: a console with a database of its own in `data/demo`, which every start empties, and workers that
 * execute real tasks over the queue protocol. It plays an afternoon of a payment company in two minutes (a card scheme
 * times out, a mail host stops polling, a worker alias has no worker), then goes on with ordinary work. `PORT` changes
 * the address.
 */
const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, 'data/demo')
const port = demoPort(environmentWith({}))
const url = demoAddress(environmentWith({}))
const { email, password } = demoUser

const say = (line: string) => process.stdout.write(`${line}\n`)

await assertFree('localhost', port)
await rm(folder, { recursive: true, force: true })
const server = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: environmentWith({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
  }),
})
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
stop.signal.addEventListener('abort', () => server.kill('SIGTERM'))
// Also when the play fails, so that the port is free for the next one.
process.once('exit', () => server.kill('SIGTERM'))
server.once('exit', (code) => process.exit(stop.signal.aborted ? 0 : (code ?? 1)))

const call = await signIn(url, demoUser, stop.signal)
say(`Console on ${url} - sign in as ${email} with password ${password}`)
const company = await setUp(call)
await standingOrders(call, company)
const workers = await startWorkers(company.aliases, url, stop.signal)
try {
  await playAfternoon({ call, company, workers, say, signal: stop.signal })
} catch (error) {
  if (!stop.signal.aborted) throw error
}
