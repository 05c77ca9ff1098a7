/**
 * A text that ends with `2.1.0 @ mail-4.eu-west-1`, with the first label of a host that is no address. Not beside the rules of
 * tasks: the run list would load these, and several screens would pass their limits of size.
 */
export const withShortHost = (text: string): string => text.replace(/(@ [^\s.]*[a-z][^\s.]*)\.\S+$/i, '$1')
