import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const tools = path.join(import.meta.dirname, '../tools')
/** npm writes it last, so it is missing after an install that was cut short. */
const installed = path.join(tools, 'node_modules/.package-lock.json')

/**
 * Installs what checks the chart, when it is missing or older than its lock file. Throws when npm fails, upon which
 * vitest finds no test files at all. The schemas ask for Node 22, though nothing in them needs it: below `npm test`
 * npm would hold them to it.
 */
export async function setup(): Promise<void> {
  const lock = path.join(tools, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  const args = ['ci', '--engine-strict=false', '--prefix', tools]
  await promisify(execFile)('npm', args, { cwd: tools }).catch((cause: unknown) => {
    throw new Error('The tools of tests/tools cannot be installed', { cause })
  })
}
