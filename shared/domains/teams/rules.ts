/** Maximum length of a namespace, to keep worker types readable. */
const LENGTH = 40

/**
 * The letters (a to z, accents removed) and digits of a team's name in lower case; `team` when there are
 * none.
 */
export function namespaceOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return plain.slice(0, LENGTH) || 'team'
}

/** The namespace of that name, with the first free number from 2: `ops`, `ops2`, `ops3`. */
export function freeNamespace(name: string, taken: ReadonlySet<string>): string {
  const base = namespaceOf(name)
  let namespace = base
  for (let number = 2; taken.has(namespace); number += 1) namespace = `${base}${number}`
  return namespace
}

/** `1 Member`, `3 Members`. */
export const memberCount = (count: number) => `${count} ${count === 1 ? 'Member' : 'Members'}`

/** The types of the workers of a team: `task.payments.*`. */
export const teamTypes = (namespace: string) => `task.${namespace}.*`
