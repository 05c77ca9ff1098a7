import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * The browser of the tests: Debian's Chromium without the window and its own pages. A new context costs it a quarter of the
 * processor time that the complete browser needs.
 */
export const browser = {
  program: '/usr/bin/chromium-headless-shell',
  debianPackage: 'chromium-headless-shell',
}

/** The pooler of PostgreSQL sessions that the platform must recognise. */
export const pgbouncer = { program: '/usr/sbin/pgbouncer', debianPackage: 'pgbouncer' }

/** The server for repositories that are reached by ssh. */
export const sshd = { program: '/usr/sbin/sshd', debianPackage: 'openssh-server' }

/**
 * Installs a Debian program if it is missing. `ok` is false when that is impossible; `output` says why.
 * @param {string} program its path
 * @param {string} debianPackage
 * @returns {{ ok: boolean, output: string }}
 */
export function ensureProgram(program, debianPackage) {
  if (existsSync(program)) return { ok: true, output: '' }
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', debianPackage]
  if (process.getuid?.() !== 0)
    return { ok: false, output: `${program} is missing. As root: ${install.join(' ')}\n` }
  const update = aptGet(['apt-get', 'update'])
  return update.ok ? aptGet(install) : update
}

/** @param {string[]} words */
function aptGet([command = '', ...args]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}` }
}
