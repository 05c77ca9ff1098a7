import { cp, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const root = path.join(import.meta.dirname, '..')
const outDir = path.join(root, 'dist')

/**
 * Modules keep their places below `dist`, so that an address relative to a module means the same file in the
 * sources and in the build. What such addresses name is copied here.
 */
function besideModules(folders: string[]): Plugin {
  return {
    name: 'beside-modules',
    apply: 'build',
    async buildStart() {
      for (const folder of ['server', 'shared'])
        await rm(path.join(outDir, folder), { recursive: true, force: true })
    },
    async closeBundle() {
      for (const folder of folders)
        await cp(path.join(root, folder), path.join(outDir, folder), { recursive: true })
    },
  }
}

export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [besideModules(['server/platform/db/migrations'])],
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        'server/main': path.join(root, 'server/main.ts'),
        'server/platform/main': path.join(root, 'server/platform/main.ts'),
      },
      external: [/^[a-z@][^:]*$/i, ...builtinModules.map((name) => `node:${name}`)],
      output: {
        format: 'es',
        preserveModules: true,
        preserveModulesRoot: root,
        entryFileNames: '[name].js',
      },
    },
  },
})
