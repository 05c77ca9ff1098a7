import { lastUse, type LastUse } from '#shared/domains/usage/contract.ts'
import type { Wire } from '../lib/wire.ts'
import { builder } from './builder.ts'
import { contractFields } from './contract-fields.ts'

/** Of a key or a token, in the list of keys and in what uses it. */
export const LastUseRef = builder.objectRef<Wire<LastUse>>('LastUse').implement({
  description: 'When a credential was used last, and from which host or address.',
  fields: (t) => contractFields(t, lastUse),
})
