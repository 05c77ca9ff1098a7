// The package `fauxqs`, a server of Amazon SQS in memory, on the loopback: `node sqs-service.mjs {port}`. Its own program would
// listen on all addresses. It asks for Node 22 because of `node:sqlite`, which it uses only to keep its state.
import { register } from 'node:module'

const hook = `export async function resolve(name, context, next) {
  if (name !== 'node:sqlite') return next(name, context)
  return { url: 'data:text/javascript,export class DatabaseSync {}', shortCircuit: true }
}`
register(`data:text/javascript,${encodeURIComponent(hook)}`)

const { buildApp } = await import(new URL('../tools/node_modules/fauxqs/dist/app.js', import.meta.url).href)
const app = buildApp({ logger: false, host: '127.0.0.1' })
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
process.on('disconnect', () => process.exit(0))
process.send('ready')
