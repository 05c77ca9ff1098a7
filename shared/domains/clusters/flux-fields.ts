import { Scalar, YAMLMap, isMap, isScalar, type Document } from 'yaml'
import type { DeploymentForm } from './deployment.ts'
import { pairOf } from './flux-text.ts'

/** Paths of the form's fields in a configuration. */
export const places = {
  alias: ['metadata', 'name'],
  dockerTag: ['spec', 'values', 'image', 'tag'],
  replicaCount: ['spec', 'values', 'replicaCount'],
  resources: ['spec', 'values', 'resources'],
  environment: ['spec', 'values', 'env'],
} as const

/** Sets the fields that differ. Returns whether any did. */
export function applyForm(doc: Document, form: DeploymentForm): boolean {
  const { limits, requests } = form.resources
  const changes = [
    setValue(doc, places.alias, form.alias),
    setValue(doc, places.dockerTag, form.dockerTag),
    setValue(doc, places.replicaCount, form.replicaCount),
    setValue(doc, [...places.resources, 'limits', 'cpu'], limits.cpu),
    setValue(doc, [...places.resources, 'limits', 'memory'], limits.memory),
    setValue(doc, [...places.resources, 'requests', 'cpu'], requests.cpu),
    setValue(doc, [...places.resources, 'requests', 'memory'], requests.memory),
    setEnvironment(doc, form.environment),
  ]
  return changes.some(Boolean)
}

function setValue(doc: Document, path: readonly string[], value: string | number): boolean {
  const node = doc.getIn(path, true)
  if (isScalar(node) && String(node.value) === String(value)) return false
  doc.setIn(path, scalarOf(value, node))
  return true
}

function setEnvironment(doc: Document, environment: DeploymentForm['environment']): boolean {
  const entries = Object.entries(environment)
  const node = doc.getIn(places.environment, true)
  if (!isMap(node)) {
    const map = new YAMLMap(doc.schema)
    for (const [name, value] of entries) map.add(doc.createPair(scalarOf(name), scalarOf(value)))
    if (entries.length > 0) doc.setIn(places.environment, map)
    return entries.length > 0
  }
  const before = node.items.length
  node.items = node.items.filter(({ key }) => isScalar(key) && Object.hasOwn(environment, String(key.value)))
  let changed = node.items.length < before
  for (const [name, value] of entries) {
    const pair = pairOf(node, name)
    if (isScalar(pair?.value) && pair.value.value === value) continue
    if (pair) pair.value = scalarOf(value, pair.value)
    else node.add(doc.createPair(scalarOf(name), scalarOf(value)))
    changed = true
  }
  return changed
}

/**
 * A scalar that replaces another one and keeps its comments. Text is written in double quotes, because
 * readers of YAML 1.1 interpret `on`, `012` and `1:30` differently.
 */
function scalarOf(value: string | number, earlier?: unknown): Scalar {
  const scalar = new Scalar(value)
  if (typeof value === 'string') scalar.type = Scalar.QUOTE_DOUBLE
  if (!isScalar(earlier)) return scalar
  const { comment, commentBefore, spaceBefore } = earlier
  return Object.assign(scalar, { comment, commentBefore, spaceBefore })
}
