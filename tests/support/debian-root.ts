import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The npm version that belongs to a major version of Node. */
const npmOf: Readonly<Record<string, string>> = { '20': '10', '22': '10', '24': '11' }
const trusted = 'etc/ssl/certs/ca-certificates.crt'

/** Runs a program and shows its output. Throws when it fails. */
export function run(program: string, args: string[], options: { cwd?: string } = {}): void {
  const { status } = spawnSync(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 2).join(' ')} ended with ${status}`)
}

/**
 * The files of an empty Debian 12 in a folder, created by debootstrap unless they exist; it trusts the
 * certificate authorities of this machine. Needs root.
 * @param packages additional Debian packages
 */
export function makeDebian(folder: string, packages: readonly string[] = []): void {
  if (!existsSync(path.join(folder, 'etc/debian_version'))) {
    mkdirSync(folder, { recursive: true })
    const further = packages.length ? [`--include=${packages.join(',')}`] : []
    run('debootstrap', ['--variant=minbase', ...further, 'bookworm', folder])
  }
  mkdirSync(path.join(folder, path.dirname(trusted)), { recursive: true })
  cpSync(`/${trusted}`, path.join(folder, trusted), { dereference: true })
}

/**
 * Installs Node and its npm at the paths of the official image, from the npm packages that contain Node's
 * binaries. @param version as npm accepts it: `24`, `20.19.0`
 */
export function installNode(debian: string, version: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-node-'))
  const [major = ''] = version.split('.')
  const packages = [`node-linux-${process.arch}@${version}`, `npm@${npmOf[major] ?? 'latest'}`]
  run('npm', ['install', '--no-save', '--prefix', folder, ...packages])
  const local = path.join(debian, 'usr/local')
  const modules = path.join(local, 'lib/node_modules')
  for (const old of ['bin/node', 'bin/npm', 'bin/npx', 'lib/node_modules/npm'])
    rmSync(path.join(local, old), { recursive: true, force: true })
  cpSync(path.join(folder, `node_modules/node-linux-${process.arch}/bin/node`), path.join(local, 'bin/node'))
  cpSync(path.join(folder, 'node_modules/npm'), path.join(modules, 'npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name))
  rmSync(folder, { recursive: true, force: true })
}

/** The npm registry and certificates of this machine, for an npm inside that Debian. */
export function npmSettings(): { registry: string; cafile: string } {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  return { registry, cafile: `/${trusted}` }
}
