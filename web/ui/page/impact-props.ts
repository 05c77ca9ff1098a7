import type { UsedKind, UseKind } from '#shared/domains/usage/kinds.ts'
import type { Deed } from '#shared/domains/usage/messages.ts'

/** What is changed or deleted. */
export interface ImpactSubject {
  kind: UsedKind
  /** Of an alias its name. */
  id: string
  /** The app of a variable or a token, the worker of an alias or a private key. */
  owner?: string
  /** The alias of a private key. */
  alias?: string
}

export interface ImpactProps {
  of: ImpactSubject
  deed: Deed
  /** What the page itself knows to be affected, one sentence each. */
  also?: readonly string[]
  /** One paragraph in place of a list. */
  inline?: boolean
  /** Uses that the paragraph leaves out, because the page shows them elsewhere. Must be the same object in all renders. */
  except?: readonly UseKind[]
}
