import { createPrivateKey } from 'node:crypto'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Page } from 'playwright/test'
import type { Call } from '../support/platform-process.ts'
import { workerToken, type TaskMessage } from '../support/worker.ts'
import type { AliasSetup } from '../support/worker-setup.ts'

/** A leased task. */
export type HeldTask = Pick<TaskMessage, 'taskId' | 'lease'>

/** Calls of a program with the session of a page's browser. */
export function callOf(page: Page, origin: string): Call {
  return async <Answer>(method: string, path: string, data?: unknown) => {
    const answer = await page.request.fetch(`${origin}/api/${path}`, {
      method,
      data,
      headers: { 'x-csrf': '1', origin },
    })
    return (await answer.json()) as Answer
  }
}

/**
 * Receives the next task from a worker's queue, waiting up to the given number of seconds; null when none
 * arrives.
 */
export async function askForTask(
  { queueUrl, accessKeyId, secretAccessKey }: AliasSetup,
  waitSeconds = 1,
): Promise<HeldTask | null> {
  const { origin, pathname } = new URL(queueUrl)
  const sqs = new SQSClient({
    region: 'eu-central-1',
    endpoint: `${origin}/${pathname.split('/')[1]}`,
    credentials: { accessKeyId, secretAccessKey },
  })
  const ask = { QueueUrl: queueUrl, WaitTimeSeconds: waitSeconds, VisibilityTimeout: 120 }
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(ask))
  sqs.destroy()
  const [message] = Messages
  return message ? (JSON.parse(message.Body ?? '') as HeldTask) : null
}

/** Reports a task as ended, as its worker does. */
export async function reportEnd(origin: string, alias: AliasSetup, task: HeldTask): Promise<void> {
  const signer = { ...alias, privateKey: createPrivateKey(alias.privateKey) }
  const token = await workerToken(signer, Date.now(), {
    lease: task.lease,
    aud: new URL(alias.queueUrl).origin,
  })
  const answer = await fetch(`${origin}/api/tasks/${task.taskId}/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ lease: task.lease, status: 'ended' }),
  })
  if (!answer.ok) throw new Error(`The report answered ${answer.status}: ${await answer.text()}`)
}
