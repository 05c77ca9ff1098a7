import module from 'node:module'
import { fileURLToPath } from 'node:url'
// Checked and served by one process, because another start of Node would take longer.
import './ensure.mjs'

// Node 22 and later cache compiled code for the next start: of this process and, by its environment, of the
// platform.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../dist/server/compiled', import.meta.url))
module.enableCompileCache?.()
await import('../../dist/server/main.js')
