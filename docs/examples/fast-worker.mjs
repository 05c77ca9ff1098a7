// A worker for many short tasks: receives ten at a time in several calls at once, executes them side by side and reports in
// batches. Copy it with `queue-client.mjs`, implement `work`, and start it with the variables of a starter kit.
//
//   npm install undici@7
//   node fast-worker.mjs                               (Node.js 20 or newer)

import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { openQueue, Refused } from './queue-client.mjs'

/** The work. What it returns are the task's outputs; what it throws becomes the reason of the failure. */
async function work({ inputs }, log) {
  if (typeof inputs.name !== 'string') throw new Error('inputs.name must be a text')
  log(`Greeting ${inputs.name}`)
  return { greeting: `Hello, ${inputs.name}` }
}

/** Calls that receive; each has ten tasks at most. */
const CONSUMERS = 10
/** Longer tasks need their visibility extended (ChangeMessageVisibility), as the starter kits do. */
const VISIBILITY_SECONDS = 120

const queue = openQueue(
  {
    queueUrl: setting('QUEUE_URL'),
    accessKeyId: setting('ACCESS_KEY_ID'),
    secretAccessKey: setting('SECRET_ACCESS_KEY'),
    privateKey: setting('PRIVATE_KEY').replaceAll('\\n', '\n'),
    keyId: setting('KEY_ID'),
    platformUrl: setting('PLATFORM_URL').replace(/\/+$/, ''),
    version: process.env.VERSION || '1.0.0',
    hostName: hostname(),
  },
  { connections: CONSUMERS },
)

// After a signal the tasks under way end; a second one ends the process at once.
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())
const { signal } = stopping

await Promise.all(Array.from({ length: CONSUMERS }, consume))
await queue.close()

async function consume() {
  while (!signal.aborted) {
    try {
      const tasks = await queue.receive({ visibilitySeconds: VISIBILITY_SECONDS, signal })
      await Promise.all(tasks.map(handle))
    } catch (error) {
      if (signal.aborted) return
      console.error('Receiving again in 5 s:', error)
      await pause(5000, undefined, { signal }).catch(() => {})
    }
  }
}

/** A message needs no deletion: the report that ends its attempt ends its lease. */
async function handle(task) {
  const result = await resultOf(task)
  try {
    await queue.report(task, result)
  } catch (error) {
    console.error(`The report on task ${task.taskId} is not stored: ${error.message}`)
    // The key, the address or the clock is wrong: no later report would be accepted.
    if (error instanceof Refused && error.status === 401) process.exit(1)
  }
}

async function resultOf(task) {
  const logs = []
  const log = (message, level = 'info') =>
    logs.push({ timestamp: new Date().toISOString(), level, message: String(message) })
  try {
    const outputs = await work(task, log)
    return { status: 'ended', outputs: outputs ?? {}, logs }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return {
      status: 'failed',
      reason: message,
      logs: [...logs, { level: 'error', message, stacktrace: stack }],
    }
  }
}

function setting(name) {
  const value = process.env[name]
  if (value) return value
  console.error(`The environment variable ${name} is not set`)
  process.exit(1)
}
