import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const tools = path.join(import.meta.dirname, '../tools')
/** npm writes it last, so it is missing after an interrupted install. */
const installed = path.join(tools, 'node_modules/.package-lock.json')

/**
 * Installs the packages that check the chart, when they are missing or older than the lock file. Throws when
 * npm fails; vitest then reports no test files. The schemas require Node 22 although nothing in them needs
 * it; below `npm test` npm would enforce that.
 */
export async function setup(): Promise<void> {
  const lock = path.join(tools, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  const args = ['ci', '--engine-strict=false', '--prefix', tools]
  await promisify(execFile)('npm', args, { cwd: tools }).catch((cause: unknown) => {
    throw new Error('The tools of tests/tools cannot be installed', { cause })
  })
}
