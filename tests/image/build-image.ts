import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const base = 'localhost/console-base'
export const image = 'localhost/workforce-console:tried'

/** Runs a program with its output shown as it comes. Throws when it fails. */
function run(program: string, args: string[], options: { cwd?: string; quiet?: boolean } = {}): void {
  const stdio = options.quiet ? 'ignore' : 'inherit'
  const { status } = spawnSync(program, args, { cwd: options.cwd ?? root, stdio })
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 2).join(' ')} ended with ${status}`)
}

/** Buildah with its storage in a folder of this trial's own. */
export function buildah(folder: string, ...args: string[]): string {
  const storage = ['--storage-driver', 'vfs', '--root', `${folder}/storage`, '--runroot', `${folder}/run`]
  return execFileSync('buildah', [...storage, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

/**
 * Builds the image of the last commit, on a base made on the spot: Debian by debootstrap with this machine's Node and npm
 * where the official image of Node has them. Nothing is pulled from a registry of images.
 */
export function buildImage(folder: string): void {
  const debian = path.join(folder, 'base')
  if (!existsSync(path.join(debian, 'etc/debian_version'))) {
    mkdirSync(debian, { recursive: true })
    run('debootstrap', ['--variant=minbase', 'bookworm', debian])
  }
  furnish(debian)
  buildah(folder, 'from', '--name', 'base', 'scratch')
  buildah(folder, 'add', '--quiet', 'base', debian, '/')
  buildah(folder, 'config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', 'base')
  buildah(folder, 'commit', '--quiet', '--rm', '--format', 'docker', 'base', base)

  const context = path.join(folder, 'context')
  mkdirSync(context, { recursive: true })
  run('sh', ['-c', `git archive HEAD | tar -x -C '${context}'`])
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const named = ['--build-arg', `BASE=${base}`, '--build-arg', `REVISION=${revision}`, '--tag', image]
  buildah(folder, 'build', '--isolation', 'chroot', '--format', 'docker', ...named, context)
}

/** Node and npm of this machine, the libraries they need, and whom this machine trusts. */
function furnish(debian: string): void {
  const bin = path.join(debian, 'usr/local/bin')
  const npm = path.join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  cpSync(process.execPath, path.join(bin, 'node'))
  cpSync(npm, path.join(debian, 'usr/local/lib/node_modules/npm'), { recursive: true })
  run('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', path.join(bin, 'npm')])
  for (const [, library = ''] of execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).matchAll(
    /=> (\/\S+)/g,
  ))
    if (!existsSync(path.join(debian, library)))
      cpSync(library, path.join(debian, library), { dereference: true })
  const trusted = 'etc/ssl/certs/ca-certificates.crt'
  mkdirSync(path.join(debian, 'etc/ssl/certs'), { recursive: true })
  writeFileSync(path.join(debian, trusted), readFileSync(`/${trusted}`))
  mkdirSync(path.join(debian, 'usr/local/etc'), { recursive: true })
  writeFileSync(path.join(debian, 'usr/local/etc/npmrc'), `cafile=/${trusted}\n`)
}
