import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installNode, makeDebian, npmSettings, run } from '../support/debian-root.ts'

const root = path.join(import.meta.dirname, '../..')
const base = 'localhost/console-base'
export const image = 'localhost/workforce-console:tried'
const nodeVersion =
  /^ARG BASE=.*node:(\d+)-/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))?.[1] ?? 'latest'

/** The base before it is an image: Debian and Node. */
export const debianIn = (folder: string): string => path.join(folder, 'base')
/** What the build reads: the last commit. */
export const contextIn = (folder: string): string => path.join(folder, 'context')

/** Buildah with its storage in a folder of this test. */
export function buildah(folder: string, ...args: string[]): string {
  const storage = ['--storage-driver', 'vfs', '--root', `${folder}/storage`, '--runroot', `${folder}/run`]
  return execFileSync('buildah', [...storage, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

/**
 * Builds the image of the last commit on a base that is made locally: Debian by debootstrap with the Node
 * version of the Dockerfile's own base. Pulls nothing from an image registry.
 */
export function buildImage(folder: string): void {
  const debian = debianIn(folder)
  makeDebian(debian)
  installNode(debian, nodeVersion)
  const settings = Object.entries(npmSettings()).map(([name, value]) => `${name}=${value}\n`)
  mkdirSync(path.join(debian, 'usr/local/etc'), { recursive: true })
  writeFileSync(path.join(debian, 'usr/local/etc/npmrc'), settings.join(''))
  buildah(folder, 'from', '--name', 'base', 'scratch')
  buildah(folder, 'add', '--quiet', 'base', debian, '/')
  buildah(folder, 'config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', 'base')
  buildah(folder, 'commit', '--quiet', '--rm', '--format', 'docker', 'base', base)

  const context = contextIn(folder)
  mkdirSync(context, { recursive: true })
  run('sh', ['-c', `git archive HEAD | tar -x -C '${context}'`], { cwd: root })
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const named = ['--build-arg', `BASE=${base}`, '--build-arg', `REVISION=${revision}`, '--tag', image]
  buildah(folder, 'build', '--isolation', 'chroot', '--format', 'docker', ...named, context)
}
