import { z } from 'zod'

/** The addresses under which people and workers reach this installation. */
export interface Addresses {
  /**
   * Origin of the console, for links in mails and the audience of worker tokens; without a trailing slash.
   */
  publicUrl: string
  /** Base of the queue URLs; without a trailing slash. */
  queueUrlBase: string
}

/**
 * Addresses that are not configured are those of this machine: the gateway on `PORT`, and `/queue` below it.
 */
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
 * Whether a text is an address of this console. When the console's own address is on this machine
 * (`PUBLIC_URL` unset), every http address on this machine counts, whatever its port: a development server
 * has another port.
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
 * Schema of `redirectUrl` in an invitation: an address of this console, parsed to its path. Addresses of
 * other sites are refused, so that no mail of this console links to them.
 */
export function ownAddress(addresses: Addresses) {
  const isOwn = isOwnAddress(addresses)
  return z
    .string()
    .max(2048, 'must have at most 2048 characters')
    .transform((text, context): string => {
      const url = isOwn(text) ? new URL(text) : null
      // On its own, a path that begins with two slashes would be read as another host.
      if (url && !url.pathname.startsWith('//')) return url.pathname + url.search
      const { origin } = new URL(addresses.publicUrl)
      context.addIssue({ code: 'custom', message: `must be an address of this console, ${origin}` })
      return z.NEVER
    })
    .default('/')
}
