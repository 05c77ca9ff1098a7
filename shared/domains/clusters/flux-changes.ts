import { namedChanges, hiddenChange, type DeploymentChange } from './changes.ts'
import { places } from './flux-fields.ts'
import { readFluxConfig } from './flux.ts'
import { readFluxText } from './flux-text.ts'

/** Further paths are not listed. */
const MOST_PATHS = 50

const amounts = ['limits', 'requests'].flatMap((side) => [
  [...places.resources, side, 'cpu'],
  [...places.resources, side, 'memory'],
])
const ofForm = new Set(
  [places.alias, places.dockerTag, places.replicaCount, ...amounts].map((path) => path.join('.')),
)
const environment = `${places.environment.join('.')}.`

/**
 * What differs between two configurations besides the fields of the form, by the paths of the values. A text that cannot be
 * read counts as one change.
 */
export function configChanges(before: string, after: string): DeploymentChange[] {
  if (before === after) return []
  const [earlier, later] = [valuesOf(before), valuesOf(after)]
  if (!earlier || !later) return [onlyText]
  return namedChanges('configuration', earlier, later).slice(0, MOST_PATHS)
}

/** A change of the text of a configuration that changes none of its values, such as a comment. */
export const onlyText = hiddenChange('configuration', 'changed')

/** The values of a configuration as JSON by their paths, without those of the form; null when it has faults. */
function valuesOf(text: string): Map<string, string> | null {
  if ('faults' in readFluxConfig(text)) return null
  const values = new Map<string, string>()
  const add = (value: unknown, path: string) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    if (entries.length > 0) for (const [key, inner] of entries) add(inner, path ? `${path}.${key}` : key)
    else if (!ofForm.has(path) && !`${path}.`.startsWith(environment)) values.set(path, JSON.stringify(value))
  }
  add(readFluxText(text).doc?.toJS(), '')
  return values
}
