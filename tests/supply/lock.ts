import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')
export const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** One package in the tree, as in the lock file. */
export interface Locked {
  /** Path of its installation: `node_modules/a/node_modules/b`. */
  place: string
  /** Its name in imports. */
  alias: string
  /** Its name in the registry. */
  name: string
  version: string
  /** As in the lock file: `sha512-` and base64. */
  integrity: string
  resolved?: string
  license: string
  dev: boolean
  hasInstallScript: boolean
  /** Supported versions of Node; empty for any. */
  node: string
  /** Names of the packages that it needs at runtime. */
  needs: string[]
  /** Names of its peer dependencies, which its users install. */
  peers: string[]
}

interface Entry {
  name?: string
  version?: string
  integrity?: string
  resolved?: string
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
  engines?: { node?: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface Manifest {
  name: string
  version: string
  license: string
  engines: { node: string }
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  overrides: Record<string, string>
  allowScripts: Record<string, boolean>
}

export const readManifest = (): Manifest => JSON.parse(readText('package.json')) as Manifest

/** Every package of a lock file except the project itself. */
export function readLock(file = 'package-lock.json'): Locked[] {
  const { packages } = JSON.parse(readText(file)) as { packages: Record<string, Entry> }
  return Object.entries(packages).flatMap(([place, entry]) => {
    if (place === '') return []
    const alias = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { name = alias, version = '', integrity = '', license = '', resolved } = entry
    const needs = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    const flags = { dev: entry.dev ?? false, hasInstallScript: entry.hasInstallScript ?? false }
    const node = entry.engines?.node ?? ''
    const peers = Object.keys(entry.peerDependencies ?? {})
    const address = resolved === undefined ? {} : { resolved }
    return [{ place, alias, name, version, integrity, license, needs, peers, node, ...flags, ...address }]
  })
}

/** The packages of these names, as Node resolves them: the nearest copy above the importer. */
export function reachedFrom(names: readonly string[], locked: readonly Locked[]): Locked[] {
  const byPlace = new Map(locked.map((one) => [one.place, one]))
  const find = (name: string, from: string): Locked | undefined => {
    for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const found = byPlace.get(`${at}/node_modules/${name}`)
      if (found) return found
    }
    return byPlace.get(`node_modules/${name}`)
  }
  const reached = new Set<Locked>()
  const waiting = names.map((name) => ({ name, from: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    // An optional package for another machine may be missing from the lock.
    const one = find(next.name, next.from)
    if (!one || reached.has(one)) continue
    reached.add(one)
    waiting.push(...one.needs.map((name) => ({ name, from: one.place })))
  }
  return locked.filter((one) => reached.has(one))
}
