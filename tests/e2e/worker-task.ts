import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Page } from 'playwright/test'
import type { Call } from '../support/platform-process.ts'
import type { AliasSetup } from '../support/worker-setup.ts'

/** Calls of a program that has the session of a page's browser. */
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

/** Asks a worker's queue for its next task, as the worker does. */
export async function askForTask({ queueUrl, accessKeyId, secretAccessKey }: AliasSetup): Promise<void> {
  const { origin, pathname } = new URL(queueUrl)
  const sqs = new SQSClient({
    ...{ region: 'eu-central-1', endpoint: `${origin}/${pathname.split('/')[1]}` },
    credentials: { accessKeyId, secretAccessKey },
  })
  await sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 1 }))
  sqs.destroy()
}
