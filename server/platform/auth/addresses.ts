/** Where people and workers reach this installation from outside. */
export interface Addresses {
  /** Origin of the console, for links in mails and the audience of worker tokens; no slash at the end. */
  publicUrl: string
  /** Base of the queue URLs; no slash at the end. */
  queueUrlBase: string
}

/** What is not configured is reached on this machine through the gateway (contract section 2). */
export function addressesOf(config: {
  PUBLIC_URL?: string
  PORT: number
  QUEUE_URL_BASE?: string
}): Addresses {
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  return { publicUrl, queueUrlBase: config.QUEUE_URL_BASE ?? `${publicUrl}/queue` }
}
