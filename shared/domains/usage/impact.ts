import { NAMED_USES, useKinds, type UsedKind, type UseKind } from './kinds.ts'
import { type Deed, followsFrom, usageMessages as texts, usePhrase } from './messages.ts'

/** The uses of one kind, of a version of the platform that may know more kinds. */
interface KnownUse<Named extends NamedUse> {
  kind: string
  count: number
  more: boolean
  first: readonly Named[]
}

interface NamedUse {
  name: string
  within?: string | null
}

/** A line of an impact: a sentence, then the names of the first ones and how many more there are. */
export interface ImpactLine<Named> {
  kind: UseKind | null
  text: string
  named: readonly Named[]
  /** `2 more`; null when all are named. */
  rest: string | null
}

const isKnown = (kind: string): kind is UseKind => (useKinds as readonly string[]).includes(kind)

/** Equal tasks of one run are named once. */
const withoutRepeats = <Named extends NamedUse>(uses: readonly Named[]): Named[] => [
  ...new Map(uses.map((use) => [`${use.name} ${use.within ?? ''}`, use])).values(),
]

/** What saving or deleting an entity affects, one line a kind, running work first; empty when nothing uses it. */
export function impactOf<Named extends NamedUse>(
  of: UsedKind,
  deed: Deed,
  uses: readonly KnownUse<Named>[],
): ImpactLine<Named>[] {
  const lines = uses.flatMap(({ kind, count, more, first }): ImpactLine<Named>[] => {
    if (!isKnown(kind) || count === 0) return []
    const [one, many] = usePhrase(of, kind)
    const number = `${count.toLocaleString('en')}${more ? '+' : ''}`
    const isOne = count === 1 && !more
    const named = withoutRepeats(first).slice(0, NAMED_USES)
    const further = count - named.length
    return [
      {
        kind,
        text: `${number} ${isOne ? one : many}${followsFrom[deed][of]?.[kind] ?? ''}`,
        named,
        rest: further > 0 || more ? texts.more(`${further.toLocaleString('en')}${more ? '+' : ''}`) : null,
      },
    ]
  })
  const hasOther = lines.some(({ kind }) => kind === 'key')
  if (of !== 'privateKey' || deed === 'save' || hasOther) return lines
  return [...lines, { kind: null, text: texts.onlyKey, named: [], rest: null }]
}
