import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { circles, groupBy, readModules, twoWayPairs, type Module } from './structure.ts'

const modules = readModules()
const module = (file: string, imports: string[]): Module => ({ file, lines: 1, imports, exports: [] })

/** Names that more than one module exports on purpose. */
const sharedNames: readonly string[] = []

describe('the modules of the product', () => {
  test('import each other in no circle, type-only imports included', () => {
    expect(circles(modules)).toEqual([])
  })

  test('have no two folders on the third level that import each other', () => {
    expect(twoWayPairs(modules)).toEqual([])
  })

  test('have between 75 and 120 lines in the mean, few have less than 20, and at most 32 are in a folder', () => {
    const mean = modules.reduce((sum, { lines }) => sum + lines, 0) / modules.length
    expect(mean).toBeGreaterThan(75)
    expect(mean).toBeLessThan(120)
    expect(modules.filter(({ lines }) => lines < 20).length).toBeLessThan(modules.length * 0.05)
    const folders = groupBy(modules, ({ file }) => path.posix.dirname(file))
    expect([...folders].filter(([, files]) => files.length > 32).map(([folder]) => folder)).toEqual([])
  })

  test('export each name from one module', () => {
    const names = groupBy(
      modules.flatMap(({ file, exports }) => exports.map((name) => ({ name, file }))),
      ({ name }) => name,
    )
    const repeated = [...names].filter(([name, files]) => files.length > 1 && !sharedNames.includes(name))
    expect(repeated.map(([name, files]) => `${name}: ${files.map(({ file }) => file).join(', ')}`)).toEqual(
      [],
    )
    expect(sharedNames.length).toBeLessThanOrEqual(12)
  })
})

test('a circle and a two-way pair are found', () => {
  const [a, b, c] = ['web/lib/a/a.ts', 'web/lib/b/b.ts', 'web/lib/c/c.ts']
  const sample = [module(a, [b]), module(b, [c]), module(c, [a]), module('web/lib/d/d.ts', [a])]
  expect(circles(sample).map((group) => group.sort())).toEqual([[a, b, c]])
  expect(twoWayPairs([module(a, [b]), module(b, ['web/lib/a/other.ts'])])).toEqual(['web/lib/a > web/lib/b'])
})
