import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const web = path.join(import.meta.dirname, '..')

/** Static imports of a file; types and dynamic imports add nothing to the first load. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const statements = source.matchAll(
    /^(?:import|export)\s(?!type\s)[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm,
  )
  return [...statements].map((match) => match[1] ?? match[2] ?? '')
}

/** Every package in the first load, with the chain of imports that leads to it. */
function packagesOf(entry: string): Map<string, string[]> {
  const packages = new Map<string, string[]>()
  const ways = new Map([[entry, [entry]]])
  for (const [file, way] of ways) {
    for (const target of importsOf(file)) {
      const isOwn = /^[.#]/.test(target)
      if (!isOwn) packages.set(target, way)
      const next = target.startsWith('#')
        ? path.join(web, '..', target.slice(1))
        : path.resolve(path.dirname(file), target)
      if (/\.tsx?$/.test(next) && existsSync(next) && !ways.has(next)) ways.set(next, [...way, next])
    }
  }
  return packages
}

it('ships no editor, graph, validator or socket with the first screen', () => {
  const packages = packagesOf(path.join(web, 'main.tsx'))
  expect(packages.has('react')).toBe(true)
  const heavy = /^(zod|monaco-editor|@monaco-editor|reactflow|graphql-ws)/
  const found = [...packages].filter(([name]) => heavy.test(name))
  expect(
    found.map(([name, way]) => `${name}: ${way.map((file) => path.relative(web, file)).join(' > ')}`),
  ).toEqual([])
})
