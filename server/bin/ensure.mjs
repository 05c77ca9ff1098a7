import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

// Run before `npm start`, on a fresh clone too: nothing but Node's own modules may be imported here.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node ${process.versions.node} is too old: 20.19 or newer is needed\n`)
  process.exit(1)
}

ensureInstalled()
if (!process.argv.includes('--install-only')) ensureBuilt(['client', 'server'])
