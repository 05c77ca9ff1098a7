import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export const toolsFolder = path.join(import.meta.dirname, '../tools')
/** npm writes it last, so it is missing after an interrupted install. */
const installed = path.join(toolsFolder, 'node_modules/.package-lock.json')

/**
 * Installs the packages of `tests/tools`, when they are missing or older than the lock file. Throws when npm fails. Some of them
 * require Node 22 although nothing that is used of them needs it; below `npm test` npm would enforce that.
 */
export async function installTools(): Promise<void> {
  const lock = path.join(toolsFolder, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  const args = ['ci', '--engine-strict=false', '--prefix', toolsFolder]
  await promisify(execFile)('npm', args, { cwd: toolsFolder }).catch((cause: unknown) => {
    throw new Error('The tools of tests/tools cannot be installed', { cause })
  })
}
