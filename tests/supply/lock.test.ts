import { describe, expect, test } from 'vitest'
import { isInRange } from '#server/bin/node-range.mjs'
import { evidence } from '../support/evidence.ts'
import { carried, floors, unwanted } from './floors.ts'
import { licences, licencesPage } from './licences.ts'
import { readLock, readManifest, readText, type Locked } from './lock.ts'
import { sbom } from './sbom.ts'
import { readSources } from './sources.ts'

/** Check 52: all installed packages are known, and none has a known vulnerability. */

const locked = readLock()
const manifest = readManifest()
const asked = { ...manifest.dependencies, ...manifest.devDependencies }
const named = (those: readonly Locked[]) => those.map(({ place, version }) => `${place} ${version}`)

/** Numbers of a version; a suffix after a dash sorts before the version itself. */
function compare(one: string, other: string): number {
  const [parts, others] = [one, other].map((text) => [
    ...text.split('-')[0]!.split('.').map(Number),
    text.includes('-') ? -1 : 0,
  ])
  const place = parts!.findIndex((part, index) => part !== others![index])
  return place < 0 ? 0 : parts![place]! - others![place]!
}

const lineOf = (version: string) => version.split('.')[0]
function isBelow(version: string, least: readonly string[]): boolean {
  const floor = least.find((one) => lineOf(one) === lineOf(version))
  return floor === undefined ? least.some((one) => compare(version, one) < 0) : compare(version, floor) < 0
}

describe('floors', () => {
  test('are compared by number, line by line', () => {
    expect(compare('5.12.10', '5.12.9')).toBeGreaterThan(0)
    expect(compare('5.12.2-rc.1', '5.12.2')).toBeLessThan(0)
    const least = ['1.10.3', '2.8.3']
    expect(['1.10.2', '2.8.2', '0.9.0', '2.8.3-1'].filter((one) => !isBelow(one, least))).toEqual([])
    expect(['1.10.3', '1.11.0', '2.8.3', '3.0.0'].filter((one) => isBelow(one, least))).toEqual([])
  })

  test('apply to every copy in the tree', () => {
    const copies = locked.filter(({ name }) => floors[name])
    expect(copies.length).toBeGreaterThan(15)
    expect(named(copies.filter(({ name, version }) => isBelow(version, floors[name]!.least)))).toEqual([])
    expect(named(locked.filter(({ name }) => unwanted[name]))).toEqual([])
  })

  test.each(carried)('$file contains the expected copy', ({ file, says }) => {
    expect(readText(`node_modules/${file}`)).toContain(says)
  })
})

describe('the lock file', () => {
  test('has a hash and no address for each package', () => {
    expect(named(locked.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity)))).toEqual([])
    expect(named(locked.filter(({ resolved }) => resolved !== undefined))).toEqual([])
  })

  test('every version is exact', () => {
    const exact = /^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
    const loose = Object.entries({ ...asked, ...manifest.overrides }).filter(
      ([, version]) => !exact.test(version),
    )
    expect(loose).toEqual([])
  })

  test('every package runs on every supported Node, and a range is read as npm reads it', () => {
    const { node } = manifest.engines
    // The first and a later version of each line of the range, and future lines.
    const promised = ['20.19.2', '20.99.9', '22.13.0', '22.99.9', '24.0.0', '25.1.0', '99.0.0']
    // Before 20.19.2 Node's parser accepts other ends of headers than other parsers (CVE-2025-23167).
    const others = ['18.20.8', '20.18.3', '20.19.1', '21.7.3', '22.12.0', '23.11.1']
    expect(promised.filter((version) => !isInRange(version, node))).toEqual([])
    expect(others.filter((version) => isInRange(version, node))).toEqual([])
    const picky = locked.filter(({ node }) => node && promised.some((version) => !isInRange(version, node)))
    expect(named(picky)).toEqual([])
    expect(isInRange('14.16.9', '>= 16 || 14 >=14.17')).toBe(false)
    expect(isInRange('6.1.0', '4.x || >=v6.0.0')).toBe(true)
    expect(() => isInRange('20.19.0', '~20.19')).toThrow('cannot be read: ~20.19')
  })

  test('every install script is decided, and no other is listed', () => {
    const scripted = new Set(
      locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name),
    )
    expect(Object.keys(manifest.allowScripts).sort()).toEqual([...scripted].sort())
  })
})

test('every dependency is used', () => {
  // The table of floors names packages without using them.
  const sources = readSources().filter(({ file }) => !file.startsWith('tests/supply/'))
  // All quoted texts that could be a package, collected once, because there are many names and much text.
  const quoted = /['"`]((?:@[\w-]+\/)?[\w.-]+)(?=['"`/])/g
  const words = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(quoted)].map(([, word = '']) => word)),
  )
  for (const script of Object.values(manifest.scripts)) words.add(script.split(' ')[0] ?? '')
  const isUsed = (name: string) => words.has(name)
  // Types are used by the name of what they serve.
  const typed = (name: string) => name.replace(/^@types\//, '')
  // Dependencies that are the peers of other packages.
  const wanted = new Set(locked.filter(({ alias }) => isUsed(alias)).flatMap(({ peers }) => peers))
  const unused = Object.keys(asked).filter((name) => !isUsed(typed(name)) && !wanted.has(name))
  expect(unused).toEqual([])
})

describe('published lists of packages', () => {
  test('the bill of materials lists every package once, with its hash and licence', () => {
    const { components } = sbom()
    expect(components).toHaveLength(locked.length)
    expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(locked.length)
    for (const { hashes, licenses } of components) {
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
      expect(JSON.stringify(licenses)).not.toContain('""')
    }
  })

  test('docs/licences.md is up to date (`npm run licences`)', async () => {
    expect(readText(licencesPage)).toBe(await licences())
  })
})

test('the figures of check 52', () => {
  const copies = locked.filter(({ name }) => floors[name])
  evidence({
    check: 52,
    figures: {
      packages: locked.length,
      'with a sha512': locked.length,
      'with an address': 0,
      'copies of packages with a floor': copies.length,
      'below it': 0,
      'carried inside another, below it': carried.length,
      'packages with an install script, all decided': Object.keys(manifest.allowScripts).length,
      'in the bill of materials': sbom().components.length,
    },
    breaks:
      'a nested copy of an older version, a loose version, a lost hash, an undecided script or an unused package in the lock',
  })
})
