import { z } from 'zod'
import type { Addresses } from './addresses.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * `redirectUrl` of an invitation: an address of this console, answered as its path. Another site's is refused, so
 * that no mail of ours leads there. A console whose own address is on this machine (`PUBLIC_URL` unset) takes every
 * http address on this machine, whatever its port: a development server stands on one of its own.
 */
export function ownAddress({ publicUrl }: Addresses) {
  const own = new URL(publicUrl)
  const isOwn = ({ origin, protocol, hostname }: URL) =>
    origin === own.origin || (protocol === 'http:' && loopback.test(hostname) && loopback.test(own.hostname))
  return z
    .string()
    .max(2048, 'must have at most 2048 characters')
    .transform((text, context): string => {
      const url = URL.canParse(text) ? new URL(text) : null
      // A path that begins with two slashes would be read as another host once it stands alone.
      if (url && isOwn(url) && !url.pathname.startsWith('//')) return url.pathname + url.search
      context.addIssue({ code: 'custom', message: `must be an address of this console, ${own.origin}` })
      return z.NEVER
    })
    .default('/')
}
