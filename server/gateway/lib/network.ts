import { isIPv6 } from 'node:net'

/**
 * The part of an IP address that stands for one client: an IPv4 address, also inside an IPv6 one, or the first 64
 * bits of an IPv6 address, because providers assign at least that many addresses to one client.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // `URL` prints every spelling of an address in the same way.
  const [digits = ''] = address.split('%')
  const canonical = new URL(`http://[${digits}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical)
  if (mapped) return mapped.slice(1).flatMap(twoBytes).join('.')
  const [head = [], tail] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = tail ? 8 - head.length - tail.length : 0
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function twoBytes(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}
