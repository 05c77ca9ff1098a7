import module from 'node:module'
import { fileURLToPath } from 'node:url'
// Checked and served by one process: starting Node once more would lengthen every start.
import './ensure.mjs'

// Node 22 and later keep compiled code for the next start: this process's, and by its environment the platform's.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../dist/server/compiled', import.meta.url))
module.enableCompileCache?.()
await import('../../dist/server/main.js')
