import ipaddr from 'ipaddr.js'

/** Public addresses at which a cloud answers questions of its machines, as a private one would. */
const metadata = ['168.63.129.16']
/** IPv6 networks whose addresses carry one of IPv4 in their last 32 bits (RFC 6052). */
const translated = 'rfc6052'

/** Where a message is about to go: the host as its URL names it, the port, and the address behind it. */
export interface Reached {
  host: string
  port: number
  address: string
}

export interface AddressPolicy {
  /** Whether a connection to this address may be made. */
  mayReach(reached: Reached): boolean
  /** Whether a URL names an address that may not be reached, or this machine; a name is judged when it is resolved. */
  isForbidden(url: URL): boolean
}

/**
 * Which addresses messages may go to: public ones only. Loopback, link-local, private, shared, multicast, reserved and
 * metadata addresses are forbidden unless `allowed` (`ALERT_ALLOW_PRIVATE`) names them: `10.0.0.5`, `10.0.0.5:8065`,
 * `[::1]:8065` or `hooks.internal:8065`.
 */
export function createAddressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const names = new Set(allowed.map((entry) => entry.toLowerCase()))

  const isAllowed = ({ host, port, address }: Reached): boolean =>
    [host, address].some((name) => {
      const written = name.includes(':') ? `[${name}]` : name
      return names.has(name) || names.has(written) || names.has(`${written}:${port}`)
    })

  const mayReach = (reached: Reached) => isPublic(reached.address) || isAllowed(reached)

  return {
    mayReach,
    isForbidden(url) {
      const host = hostOf(url)
      const port = portOf(url)
      if (host === 'localhost' || host.endsWith('.localhost'))
        return !isAllowed({ host, port, address: '127.0.0.1' })
      return ipaddr.isValid(host) && !mayReach({ host, port, address: host })
    },
  }
}

/** The host of a URL without brackets and final dot. The URL parser has made dotted decimals of all other forms of IPv4. */
export const hostOf = ({ hostname }: URL): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

/** An address of the public internet. What cannot be read is none. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (metadata.includes(parsed.toString())) return false
  const range = parsed.range()
  if (range === translated && parsed instanceof ipaddr.IPv6)
    return isPublic(new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString())
  return range === 'unicast' && !isCompatible(parsed)
}

/** `::7f00:1`: the old form of an IPv4 address in IPv6, which some systems still connect to. */
const isCompatible = (parsed: ipaddr.IPv4 | ipaddr.IPv6) =>
  parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0)
