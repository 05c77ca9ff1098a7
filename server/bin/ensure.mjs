import { readFileSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { isInRange } from './node-range.mjs'

// Runs before `npm start`, also in a fresh clone, so it may import only Node's own modules.
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
if (!isInRange(process.versions.node, engines.node)) {
  process.stderr.write(`Node ${process.versions.node} does not fit: ${engines.node} is needed\n`)
  process.exit(1)
}

ensureInstalled()
if (!process.argv.includes('--install-only')) ensureBuilt(['client', 'server'])
