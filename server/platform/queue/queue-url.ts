/** One queue per type and alias of an account. */
export interface QueueName {
  accountId: string
  /** `task.{team namespace}.{type}`. */
  type: string
  alias: string
}

/** The address of a worker's queue: `{base}/{accountId}/{type}/{alias}`. */
export const queueUrl = (base: string, { accountId, type, alias }: QueueName) =>
  `${base}/${[accountId, type, alias].map(encodeURIComponent).join('/')}`

/**
 * The queue that the part of a queue URL after its base names: `/{accountId}/{type}/{alias}`; null for
 * another form. The queue need not exist.
 */
export function parseQueuePath(path: string): QueueName | null {
  const parts = path.split('/')
  if (parts.length !== 4 || parts[0] !== '') return null
  const [accountId, type, alias] = parts.slice(1).map(decoded)
  return accountId && type && alias ? { accountId, type, alias } : null
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
