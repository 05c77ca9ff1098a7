import path from 'node:path'
import { defineConfig } from 'vite'
import server from '#server/vite.config.ts'

/** Also the thread that the platform begins from a file beside its own. */
const programs = [
  'server/platform/runs/watch-thread',
  'tests/support/engine-process',
  'tests/support/poison-process',
  'tests/support/postgres-process',
  'tests/support/scheduler-process',
  'tests/support/shapes-process',
  'tests/support/tally-process',
]

/**
 * The programs that tests start as processes of their own, bundled like the server: each start from the sources would
 * need another second of processor time. All files are in one folder.
 */
export default defineConfig({
  ...server,
  plugins: [],
  build: {
    ...server.build,
    outDir: path.join(import.meta.dirname, '../../dist/programs'),
    emptyOutDir: true,
    rolldownOptions: {
      input: programs.map((name) => path.join(import.meta.dirname, '../..', `${name}.ts`)),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
