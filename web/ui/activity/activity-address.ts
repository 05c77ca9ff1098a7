import { paths } from '#web/paths.ts'

/** Whose activity is shown. */
export interface EntityFilter {
  /** The id of an entity, with what it contains. */
  within: string
  /** A part of the entity: an alias, a key, a token, a variable. */
  part?: string | undefined
}

/** The address of all activity of an entity. */
export function activityAddress(filter: Partial<EntityFilter> & { actor?: string }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, String(value))
  return paths.activity(`?${query.toString()}`)
}
