import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { importPKCS8, SignJWT } from 'jose'
import { WORKER_HOST_HEADER, WORKER_VERSION_HEADER } from '#shared/domains/queues/contract.ts'
import { hostsOf, workOf, type Conditions, type Host, type WorkedTask } from './work.ts'
import type { DemoAlias } from './set-up.ts'

/** The workers of the demonstration: what they meet outside can be changed while they run. */
export interface Fleet {
  conditions: Conditions
}

/** Starts the consumers of every alias that has hosts. They end with the signal. */
export async function startWorkers(
  aliases: DemoAlias[],
  platform: string,
  signal: AbortSignal,
): Promise<Fleet> {
  const conditions: Conditions = {
    schemeDown: false,
    mailStopped: false,
    payments: '2.14.0',
    ledgerSlow: false,
  }
  const parts = { platform, signal, conditions }
  for (const alias of aliases)
    for (const host of hostsOf(alias)) {
      const key = await importPKCS8(alias.privateKey, 'EdDSA')
      const sqs = new SQSClient({
        region: 'local',
        endpoint: alias.queueUrl,
        credentials: alias,
        requestHandler: { httpAgent: new Agent({ keepAlive: true, maxSockets: host.consumers + 1 }) },
      })
      const report = reporter(alias, platform, key)
      // The machines share one address, so each says its name.
      sqs.middlewareStack.add(
        (next) => (call) => {
          const { headers } = call.request as { headers: Record<string, string> }
          headers[WORKER_HOST_HEADER] = host.name
          headers[WORKER_VERSION_HEADER] = host.version(conditions)
          return next(call)
        },
        { step: 'build' },
      )
      for (let n = 0; n < host.consumers; n++) void consume({ alias, host, sqs, report, ...parts })
    }
  return { conditions }
}

type Report = (task: WorkedTask, body: object) => Promise<void>

interface Consumer {
  alias: DemoAlias
  host: Host
  sqs: SQSClient
  report: Report
  conditions: Conditions
  signal: AbortSignal
}

async function consume(consumer: Consumer): Promise<void> {
  const { alias, host, sqs, signal, conditions } = consumer
  while (!signal.aborted) {
    if (host.stopsPolling?.(conditions)) {
      await pause(500, undefined, { signal }).catch(() => undefined)
      continue
    }
    try {
      const ask = { QueueUrl: alias.queueUrl, WaitTimeSeconds: 5, VisibilityTimeout: 3600 }
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(ask), { abortSignal: signal })
      for (const { Body = '', ReceiptHandle } of Messages) {
        await handle(consumer, JSON.parse(Body) as WorkedTask)
        await sqs.send(new DeleteMessageCommand({ QueueUrl: alias.queueUrl, ReceiptHandle }))
      }
    } catch (error) {
      if (signal.aborted) return
      process.stderr.write(`${alias.type}: ${String(error)}\n`)
      await pause(1000, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Does the work of a task with its log, and reports the result. A refused report means that the task was cancelled. */
async function handle(
  { alias, host, report, conditions, signal }: Consumer,
  task: WorkedTask,
): Promise<void> {
  const own = { version: host.version(conditions), hostName: host.name }
  const work = workOf(alias, task, conditions)
  for (const { afterMs, ...entry } of work.steps) {
    await pause(afterMs, undefined, { signal })
    const logs = [{ ...entry, timestamp: new Date().toISOString() }]
    await report(task, { status: 'started', progress: entry.progress ?? 0, logs, ...own })
  }
  await pause(work.restMs, undefined, { signal })
  const end = work.failure
    ? {
        status: 'failed',
        reason: work.failure.reason,
        logs: [{ level: 'error', message: work.failure.reason, stacktrace: work.failure.stacktrace }],
      }
    : { status: 'ended', outputs: work.outputs }
  await report(task, { ...end, ...own })
}

const REFUSED = 409

function reporter(alias: DemoAlias, platform: string, key: Awaited<ReturnType<typeof importPKCS8>>): Report {
  return async ({ taskId, lease }, body) => {
    const token = await new SignJWT({ lease })
      .setProtectedHeader({ alg: 'EdDSA', kid: alias.keyId })
      .setIssuer(alias.aliasId)
      .setAudience(platform)
      .setExpirationTime('1m')
      .setJti(randomUUID())
      .sign(key)
    const answer = await fetch(`${platform}/api/tasks/${taskId}/report`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(Object.assign({ lease }, body)),
    })
    const text = await answer.text()
    if (!answer.ok && answer.status !== REFUSED) throw new Error(`a report was refused: ${text}`)
  }
}
