/** What is copied of an object of the console: its id, its address in the console, the call that reads it. */
export const copyKinds = ['id', 'link', 'curl'] as const
export type CopyKind = (typeof copyKinds)[number]

/** Texts of what is copied of a row or a page. */
export const copyMessages = {
  menu: 'Copy',
  of: (name: string) => `Copy: ${name}`,
  hint: 'Copy id, link or cURL',
  kinds: { id: 'Copy id', link: 'Copy link', curl: 'Copy as cURL' },
  /** The second key, after `y`. */
  keyOf: { id: 'i', link: 'l', curl: 'c' },
  keys: {
    'y then i': 'copy the id',
    'y then l': 'copy the link',
    'y then c': 'copy as cURL',
  },
  done: { id: 'Copied the id', link: 'Copied the link', curl: 'Copied the cURL command' },
  refused: 'The browser did not allow copying',
} as const
