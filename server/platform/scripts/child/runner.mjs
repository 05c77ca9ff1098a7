import { readFileSync } from 'node:fs'
import net from 'node:net'
import { prepare, runScript } from './sandbox.mjs'

/**
 * The process that runs scripts, one at a time, on QuickJS. It needs only its channel to the platform. Argument: the path of QuickJS's
 * WebAssembly, and the limits as JSON. Messages: see `protocol.ts`.
 */
const [wasmPath = '', limitsText = '{}'] = process.argv.slice(2)
/** @type {import('../protocol.ts').ScriptLimits} */
const limits = JSON.parse(limitsText)
const wasmModule = await WebAssembly.compile(readFileSync(wasmPath))
let next = prepare(wasmModule, limits)

/** @param {import('../protocol.ts').FromChild} message */
const tell = (message) => process.send?.(message)

/** Whether this process reaches a port of the platform. @param {number} port @returns {Promise<boolean>} */
const reaches = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    const done = (/** @type {boolean} */ reached) => {
      socket.destroy()
      resolve(reached)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })

process.on('message', async (/** @type {import('../protocol.ts').ToChild} */ message) => {
  if ('probe' in message) return tell({ reached: await reaches(message.probe) })
  const place = await next
  const { settled, clean } = runScript(place, message, limits, tell)
  tell({ settled, clean })
  if (clean) next = prepare(wasmModule, limits)
})
process.on('disconnect', () => process.exit(0))
await next
tell({ loaded: true })
