import { createHash } from 'node:crypto'
import type { QueueName } from '../queue-url.ts'

/** Names in SQS: letters, digits, `-` and `_`, at most 80 of them. */
const MAX_NAME = 80
const HASH_DIGITS = 24

/**
 * The name of a queue in the service: `console-{account}-{type and alias, readable}-{hash}`. The readable part is cut and loses
 * dots, so the hash of all three makes the name unambiguous; the account in it keeps accounts apart, also for rules of access.
 */
export function serviceQueueName({ accountId, type, alias }: QueueName): string {
  const hash = createHash('sha256').update(`${accountId}\n${type}\n${alias}`).digest('hex')
  const start = `console-${plain(accountId)}-`
  const room = MAX_NAME - start.length - HASH_DIGITS - 1
  const readable = plain(`${type.split('.').at(-1) ?? ''}_${alias}`).slice(0, Math.max(0, room))
  return `${start}${readable}-${hash.slice(0, HASH_DIGITS)}`
}

const plain = (text: string) => text.replace(/[^A-Za-z0-9_]/g, '_').slice(0, 40)
