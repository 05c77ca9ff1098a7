import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'

const tools = path.join(import.meta.dirname, '../tools')
/** npm writes it last, so it is missing after an install that was cut short. */
const installed = path.join(tools, 'node_modules/.package-lock.json')

/** Installs what checks the chart, when it is missing or older than its lock file. Throws when npm fails. */
export function setup(): void {
  const lock = path.join(tools, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  const npm = spawnSync('npm', ['ci', '--prefix', tools], { cwd: tools, encoding: 'utf8' })
  if (npm.status !== 0) throw new Error(`The tools of tests/tools cannot be installed:\n${npm.stderr}`)
}
