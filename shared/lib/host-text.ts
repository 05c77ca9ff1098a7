/** A text that ends with `2.1.0 @ mail-4.eu-west-1`, with the first label of a host that is no address. */
export const withShortHost = (text: string): string => text.replace(/(@ [^\s.]*[a-z][^\s.]*)\.\S+$/i, '$1')
