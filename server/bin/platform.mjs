import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

ensureInstalled()
ensureBuilt(['server'])
await import('../../dist/server/platform/main.js')
