import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { browser, ensureProgram } from '../debian-program.mjs'

/**
 * `npm run fleet`: two gateways and two platforms behind Debian's nginx on Debian's PostgreSQL 15 with a standby, killed one
 * by one during a browser test. Installs what is missing, then builds what is stale. Needs root for nginx.
 */
const root = path.join(import.meta.dirname, '../..')
const nginx = '/usr/sbin/nginx'
const isNew = !existsSync(nginx)
for (const [program, debianPackage] of [
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  [browser.program, browser.debianPackage],
  ['/usr/bin/openssl', 'openssl'],
  [nginx, 'nginx-light'],
]) {
  const { ok, output } = ensureProgram(program, debianPackage)
  if (ok) continue
  process.stderr.write(output)
  process.exit(1)
}
// Debian starts the services that it installs; the test starts its own.
if (isNew) spawnSync('service', ['nginx', 'stop'], { stdio: 'ignore' })

for (const args of [
  ['server/bin/ensure.mjs'],
  ['node_modules/playwright/cli.js', 'test', '--config', 'tests/fleet/playwright.config.ts'],
]) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
