import type { KeyKind, KeyState } from './kinds.ts'
import type { Overlap } from './rules.ts'

const kinds: Record<KeyKind, string> = {
  token: 'Access token',
  privateKey: 'Private key',
  accessKey: 'Access key',
  hookSecret: 'Start address',
}

/** Texts of the page of keys and tokens. */
export const keyMessages = {
  title: 'Keys and tokens',
  dashboard: 'Dashboard',
  kinds,
  kindOf: (kind: string) => (Object.hasOwn(kinds, kind) ? kinds[kind as KeyKind] : kind),
  kind: 'Kind',
  name: 'Key',
  of: 'Of',
  created: 'Age',
  lastUsed: 'Last used',
  today: 'today',
  never: 'never',
  from: (by: string) => `from ${by}`,
  expires: 'Days left',
  noEnd: 'no end',
  old: 'over a year old',
  alias: 'Alias',
  replaced: 'Replaced',
  replacedBy: (name: string) => `Replaced by ${name}`,
  stillUsed: ', used since',
  notUsed: ', not used since: it can be revoked',
  rotate: 'Rotate',
  rotateTitle: (kind: string) => `Rotate: ${kind}`,
  oldUntil: 'The secret before it is valid until',
  state: 'Which keys',
  any: 'Any',
  states: {
    ending: 'End soon',
    old: 'Over a year old',
    replaced: 'Replaced',
    unused: 'Never used',
  } satisfies Record<KeyState, string>,
  search: 'Search keys',
  rotateText:
    'A new one is made. The old one stays valid beside it, so that nothing stops: put the new one where the old one is used, then revoke the old one.',
  rotateHookText:
    'A new secret is made. The one before it stays valid for 24 hours, so that nothing stops: put the new one where the address is called. A still older one ends at once.',
  newName: 'Name of the new key',
  make: 'Make new one',
  oldStays: 'The old one stays valid',
  overlaps: {
    open: 'until revoked',
    '1h': '1 hour',
    '24h': '24 hours',
    '7d': '7 days',
  } satisfies Record<Overlap, string>,
  madeTitle: (kind: string) => `New: ${kind}`,
  once: 'Copy it now and keep it safe: it is not shown again here.',
  publicPart: {
    token: 'Key',
    privateKey: 'Key ID',
    accessKey: 'Access Key',
    hookSecret: 'Address',
  } satisfies Record<KeyKind, string>,
  secretPart: {
    token: 'Secret',
    privateKey: 'Private Key',
    accessKey: 'Secret Key',
    hookSecret: 'Secret',
  } satisfies Record<KeyKind, string>,
  copy: 'Copy',
  done: 'Done',
  revoke: 'Revoke',
  revokeTitle: (kind: string) => `Revoke: ${kind}`,
  revokeText: 'What still uses it is refused from then on.',
  revokeHookText:
    'The start address is deleted with its secret: its calls are refused from then on. Runs that it has started stay.',
  unreplaced: 'It has not been replaced by another one.',
  empty: 'No keys yet',
  emptyText:
    'Access tokens of apps, keys of worker aliases and secrets of start addresses are listed here, those first that end first.',
  noMatch: 'No key matches these filters',
  clear: 'Clear filters',
  loadFailed: 'Error loading keys:',
  rotateFailed: 'Error making a new key:',
  revokeFailed: 'Error revoking key:',
  revoked: (name: string) => `Revoked: ${name}`,
} as const
