import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const lock = new URL('package-lock.json', root)
/** npm writes it last, so it is missing after an interrupted install. */
const installed = new URL('node_modules/.package-lock.json', root)
const record = new URL('node_modules/.installed-lock-hash', root)

/** Installs the packages of the lock file if others are installed. Exits when npm fails. */
export function ensureInstalled() {
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex')
  if (isInstalled(hash)) return
  process.stdout.write('Installing the packages of package-lock.json\n')
  // The client is built here, so development packages are needed whatever NODE_ENV says.
  const npm = spawnSync('npm', ['ci', '--include=dev'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) {
    process.stderr.write('The packages could not be installed, see above\n')
    process.exit(1)
  }
  writeFileSync(record, hash)
}

/** @param {string} hash of the lock file */
function isInstalled(hash) {
  if (!existsSync(installed)) return false
  if (existsSync(record)) return readFileSync(record, 'utf8') === hash
  // Installed by hand: valid if that was after the last change of the lock file.
  const right = statSync(installed).mtimeMs >= statSync(lock).mtimeMs
  if (right) writeFileSync(record, hash)
  return right
}
