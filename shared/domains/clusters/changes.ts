import type { Resources } from './quantity.ts'

export type ChangeKind = 'added' | 'removed' | 'changed'

/**
 * A change of one field of a deployment. `field` is its path: `dockerTag`, `resources.limits.cpu`, `environment.LOG_LEVEL`,
 * `configuration.spec.interval`. Values of variables and of the configuration may be secrets: these changes have none.
 */
export interface DeploymentChange {
  field: string
  kind: ChangeKind
  before: string | null
  after: string | null
}

/** The form of a deployment as it is compared; of variables only whether their values are equal counts. */
export interface ComparedForm {
  /** Absent where it cannot change. */
  alias?: string
  dockerTag: string
  replicaCount: number | string
  resources: Resources
  /** Null: it cannot be read. */
  environment: Readonly<Record<string, string>> | null
}

/** What differs between two forms of a deployment, field by field in the order of the form. */
export function formChanges(before: ComparedForm, after: ComparedForm): DeploymentChange[] {
  const plain = plainFields(before).map(([field, value], place) => ({
    field,
    kind: 'changed' as const,
    before: value,
    after: plainFields(after)[place]![1],
  }))
  return [
    ...plain.filter((change) => change.before !== change.after),
    ...environmentChanges(before.environment, after.environment),
  ]
}

const plainFields = ({
  alias = '',
  dockerTag,
  replicaCount,
  resources,
}: ComparedForm): [string, string][] => [
  ['alias', alias],
  ['dockerTag', dockerTag],
  ['replicaCount', String(replicaCount)],
  ['resources.limits.cpu', resources.limits.cpu],
  ['resources.limits.memory', resources.limits.memory],
  ['resources.requests.cpu', resources.requests.cpu],
  ['resources.requests.memory', resources.requests.memory],
]

function environmentChanges(
  before: ComparedForm['environment'],
  after: ComparedForm['environment'],
): DeploymentChange[] {
  if (before === null && after === null) return []
  if (before === null || after === null) return [hiddenChange('environment', 'changed')]
  return namedChanges('environment', new Map(Object.entries(before)), new Map(Object.entries(after)))
}

/** Which of named values were added, removed or changed; in the order of their names. */
export function namedChanges(
  field: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): DeploymentChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    if (!before.has(name)) return [hiddenChange(`${field}.${name}`, 'added')]
    if (!after.has(name)) return [hiddenChange(`${field}.${name}`, 'removed')]
    return before.get(name) === after.get(name) ? [] : [hiddenChange(`${field}.${name}`, 'changed')]
  })
}

/** A change of something that may be a secret. */
export const hiddenChange = (field: string, kind: ChangeKind): DeploymentChange => ({
  field,
  kind,
  before: null,
  after: null,
})

/** A change with who made it and when. */
export interface MadeChange extends DeploymentChange {
  at: string
  by: string | null
}

/**
 * What several saves, oldest first, have changed together, with who changed each field last. A field that has its earlier
 * value again is left out; a variable that was removed and added again counts as changed, because its values are not known.
 */
export function netChanges(
  saves: readonly { at: string; by: string | null; changes: readonly DeploymentChange[] }[],
): MadeChange[] {
  const byField = new Map<string, MadeChange>()
  const first = new Map<string, DeploymentChange>()
  for (const { at, by, changes } of saves)
    for (const change of changes) {
      if (!first.has(change.field)) first.set(change.field, change)
      byField.set(change.field, { ...change, at, by })
    }
  return [...byField.values()].flatMap((last) => {
    const { kind, before } = first.get(last.field)!
    const [wasThere, isThere] = [kind !== 'added', last.kind !== 'removed']
    if (!wasThere && !isThere) return []
    if (last.after !== null && before === last.after) return []
    return [{ ...last, before, kind: wasThere ? (isThere ? 'changed' : 'removed') : 'added' }]
  })
}

/** What changes do to the replicas of a deployment: all restart, some may, or only their number changes. */
export function restartOf(changes: readonly Pick<DeploymentChange, 'field'>[]): 'all' | 'maybe' | 'none' {
  const fields = changes.map(({ field }) => field).filter((field) => field !== 'replicaCount')
  if (fields.length === 0) return 'none'
  const isOther = (field: string) => field.split('.')[0] === 'configuration'
  return fields.every(isOther) ? 'maybe' : 'all'
}

/** The tag that a deployment had before its present one, by its saves, newest first; null when they do not tell it. */
export function tagBefore(
  saves: readonly { changes: readonly { field: string; before: string | null; after: string | null }[] }[],
  tag: string,
): string | null {
  const last = saves.flatMap(({ changes }) => changes).find(({ field }) => field === 'dockerTag')
  // A change that the saves do not have yet has set another tag.
  return last?.after === tag && last.before ? last.before : null
}
