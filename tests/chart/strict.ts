import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from './render.ts'

const packages = path.join(import.meta.dirname, '../tools/node_modules')
/** The package that describes an API group; the core groups share one. */
const packageOf: Record<string, string> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
}

interface Model {
  prototype: { validate(this: unknown): void }
}

/**
 * The faults of a manifest by the schema of its kind: wrong types, missing fields, and every field that the
 * schema does not know, which a cluster would ignore silently. Throws for a kind without a schema.
 */
export async function problemsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0]! : ''
  const file = path.join(packages, packageOf[group] ?? 'kubernetes-models', apiVersion, `${kind}.js`)
  const models = (await import(pathToFileURL(file).href)) as Record<string, Model | undefined>
  const model = models[kind]
  if (!model) throw new Error(`There is no schema of ${apiVersion} ${kind}`)
  const { watched, unread } = watch(manifest)
  try {
    model.prototype.validate.call(watched)
  } catch (error) {
    return [`${kind} ${manifest.metadata.name}: ${String(error)}`]
  }
  return unread().map((field) => `${kind} ${manifest.metadata.name}: unknown field ${field}`)
}

/** A validator reads exactly the fields that its schema names: a field that was not read is unknown. */
function watch(whole: object) {
  const read = new Set<string>()
  const all = new Map<string, unknown>()

  function wrap(value: unknown, at: string): unknown {
    if (typeof value !== 'object' || value === null) return value
    for (const [name, inner] of Object.entries(value)) {
      all.set(`${at}/${name}`, inner)
      wrap(inner, `${at}/${name}`)
    }
    return new Proxy(value, {
      get(target, name) {
        const inner: unknown = Reflect.get(target, name)
        if (typeof name !== 'string' || !Object.hasOwn(target, name)) return inner
        read.add(`${at}/${name}`)
        return wrap(inner, `${at}/${name}`)
      },
    })
  }

  return { watched: wrap(whole, ''), unread: () => [...all.keys()].filter((field) => !read.has(field)) }
}
