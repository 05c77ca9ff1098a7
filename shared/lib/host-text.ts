/**
 * A text that ends with `2.1.0 @ mail-4.eu-west-1`, with the first label of a host that is no address. Not beside the rules of
 * tasks: the run list would load these, and several screens would pass their limits of size.
 */
export const withShortHost = (text: string): string => text.replace(/(@ [^\s.]*[a-z][^\s.]*)\.\S+$/i, '$1')

/** A host without its domain, which most hosts share; an address is whole. */
export function shortHost(host: string): string {
  const [first = ''] = host.split('.')
  return /^[\d.]+$|:/.test(host) ? host : first
}
