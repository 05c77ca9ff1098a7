import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import Pusher from 'pusher'
import { BatchRefused, type PublishBatch } from './relay.ts'

/** Address and credentials for publishing (`PUSHER_*`). */
export interface PusherAddress {
  appId: string
  key: string
  secret: string
  cluster: string
  /** A self-hosted service; else the cluster's. */
  host?: string
  port?: number
  tls: boolean
}

const answerWithinMs = 10_000

/** The publishing client of a Pusher service. Throws BatchRefused, or a temporary error. */
export function createPusherService(address: PusherAddress): { publish: PublishBatch; close(): void } {
  const { appId, key, secret, cluster, host, port, tls } = address
  const agent = tls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const pusher = new Pusher({
    appId,
    key,
    secret,
    agent,
    useTLS: tls,
    timeout: answerWithinMs,
    ...(host ? { host, ...(port ? { port: String(port) } : {}) } : { cluster }),
  })
  return {
    async publish(events) {
      try {
        // The text is sent as it is: the library only encodes objects.
        const answer = await pusher.triggerBatch([...events])
        await answer.text()
      } catch (error) {
        const { status, body } = error as { status?: number; body?: string }
        if (status !== undefined && status < 500 && status !== 408 && status !== 429)
          throw new BatchRefused(`The realtime service answered ${status}: ${(body ?? '').slice(0, 200)}`)
        // The library's error contains the signed address.
        throw new Error(
          status === undefined ? 'The realtime service cannot be reached' : `It answered ${status}`,
        )
      }
    },
    close: () => agent.destroy(),
  }
}
