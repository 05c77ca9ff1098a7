import { z } from 'zod'

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

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether a text is an address of this console. One whose own address is on this machine (`PUBLIC_URL` unset) takes
 * every http address on this machine, whatever its port: a development server stands on one of its own.
 */
export function isOwnAddress({ publicUrl }: Addresses): (text: string) => boolean {
  const own = new URL(publicUrl)
  return (text) => {
    if (!URL.canParse(text)) return false
    const { origin, protocol, hostname } = new URL(text)
    const onThisMachine = protocol === 'http:' && loopback.test(hostname) && loopback.test(own.hostname)
    return origin === own.origin || onThisMachine
  }
}

/**
 * `redirectUrl` of an invitation: an address of this console, answered as its path. Another site's is refused, so
 * that no mail of ours leads there.
 */
export function ownAddress(addresses: Addresses) {
  const isOwn = isOwnAddress(addresses)
  return z
    .string()
    .max(2048, 'must have at most 2048 characters')
    .transform((text, context): string => {
      const url = isOwn(text) ? new URL(text) : null
      // A path that begins with two slashes would be read as another host once it stands alone.
      if (url && !url.pathname.startsWith('//')) return url.pathname + url.search
      const { origin } = new URL(addresses.publicUrl)
      context.addIssue({ code: 'custom', message: `must be an address of this console, ${origin}` })
      return z.NEVER
    })
    .default('/')
}
