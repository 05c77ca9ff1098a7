import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const tools = path.join(import.meta.dirname, '../tools')
/** npm writes it last, so it is missing after an install that was cut short. */
const installed = path.join(tools, 'node_modules/.package-lock.json')

/**
 * Installs what checks the chart, when it is missing or older than its lock file. Throws when npm fails. Not at one
 * go: while npm ran so, vitest found no test files at all.
 */
export async function setup(): Promise<void> {
  const lock = path.join(tools, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  await promisify(execFile)('npm', ['ci', '--prefix', tools], { cwd: tools }).catch((cause: unknown) => {
    throw new Error('The tools of tests/tools cannot be installed', { cause })
  })
}
