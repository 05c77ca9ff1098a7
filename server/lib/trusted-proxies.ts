type Trusted = boolean | string | ((address: string, hop: number) => boolean)

/**
 * Fastify's `trustProxy` for a setting that is a number of hops, or addresses and networks: whose `x-forwarded-for` is
 * believed. Unset and `false`: that of no address.
 */
export function trustedProxies(value: string | undefined): Trusted {
  if (value === undefined || value === 'false') return false
  if (!/^\d+$/.test(value)) return value
  return (_address: string, hop: number) => hop < Number(value)
}
