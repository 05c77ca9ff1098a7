import { readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { external } from './bin/runtime-packages.mjs'

const root = path.join(import.meta.dirname, '..')
const outDir = path.join(root, 'dist')

const entries = [
  'server/main',
  'server/platform/main',
  'server/platform/runs/watch-thread',
  'server/platform/scripts/child/runner',
]
/** The program of a process that may read little, so that it runs from its sources as it is. */
const fileOf = (name: string) => path.join(root, `${name}.${name.endsWith('/runner') ? 'mjs' : 'ts'}`)

/**
 * A module that locates files relative to itself keeps its path below `dist`, so that they are the same in the
 * sources and in the build. Null for any other module, which may be bundled into any file.
 */
function ownPlace(file: string): string | null {
  const name = path.relative(root, file).replace(/\.ts$/, '')
  if (!name.startsWith('server/') || entries.includes(name)) return null
  return readFileSync(file, 'utf8').includes('import.meta.url') ? name : null
}

/** The SQL files, beside the module that reads them. */
function migrationFiles(): Plugin {
  const folder = 'server/platform/db/migrations'
  return {
    name: 'migration-files',
    apply: 'build',
    buildStart: () => rm(path.join(outDir, 'server'), { recursive: true, force: true }),
    closeBundle: () => cp(path.join(root, folder), path.join(outDir, folder), { recursive: true }),
  }
}

/** The WebAssembly of QuickJS, beside the program that runs scripts. */
function quickJsFile(): Plugin {
  const wasm = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return {
    name: 'quickjs-file',
    apply: 'build',
    closeBundle: () => cp(wasm, path.join(outDir, 'server/platform/scripts/child/quickjs.wasm')),
  }
}

/** Two exceptions apart, libraries are bundled, because few files start faster than a thousand. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [migrationFiles(), quickJsFile()],
  // Libraries are resolved as Node does. Vite's own order would give some of them the module build of graphql and
  // others its CommonJS build, and two of them do not work together.
  resolve: { extensions: ['.js', '.json'] },
  ssr: { noExternal: true, external, resolve: { mainFields: ['main'] } },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((name) => [name, fileOf(name)])),
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => (name.includes('/') ? '[name].js' : 'server/chunks/[name].js'),
        codeSplitting: { groups: [{ name: ownPlace, debugName: 'in place' }] },
      },
    },
  },
})
