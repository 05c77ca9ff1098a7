import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { budget } from './build/budget.ts'
import { earlyFiles } from './build/early-files.ts'
import { firstScreen } from './build/first-screen.ts'
import { pageModules } from './build/page-modules.ts'

const root = import.meta.dirname
const compressible = /\.(js|css|html|svg|json|txt)$/

/**
 * Writes `.br` and `.gz` next to every text file, so that the gateway does not compress. The largest chunks
 * (the editor) get a lower brotli level: the last 3 % take most of the build time.
 */
function precompressed(): Plugin {
  let outDir = ''
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      const files = await readdir(outDir, { recursive: true })
      for (const file of files.filter((name) => compressible.test(name))) {
        const target = path.join(outDir, file)
        const text = await readFile(target)
        if (text.length < 1024) continue
        const quality = text.length > 500_000 ? 8 : 11
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
        await writeFile(`${target}.br`, await promisify(brotliCompress)(text, options))
        await writeFile(`${target}.gz`, await promisify(gzip)(text, { level: 9 }))
      }
    },
  }
}

/** The modules of the first screen, the list of apps. */
const firstModules = ['main.tsx', 'domains/apps/app-list-page.tsx'].map((file) => path.join(root, file))

/** As large as half of what the screens share, and needed by few of them. */
const combobox = /@zag-js\/(combobox|collection|live-region)\/|components\/(combobox|collection)\//

/** Needed by the screens that do not load their dialogs only when one opens; few show a secret or a kept draft. */
const dialog =
  /@zag-js\/(dialog|focus-trap|aria-hidden|remove-scroll)\/|components\/dialog\/|web\/ui\/dialog\/(?!secret-|draft-offer)/

/** Needed by the screens of work, and by parts of others that are loaded only for it. */
const work = /web\/domains\/|shared\/domains\/tasks\/rules/

/**
 * The gateway of `npm run dev`. Keeps the browser's Host header, because the gateway compares Origin with it.
 */
const gateway = { target: 'http://127.0.0.1:8080', changeOrigin: false }

export default defineConfig({
  root,
  plugins: [react(), budget(path.join(root, 'budget.json')), earlyFiles(pageModules), precompressed()],
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: {
      '/session': gateway,
      '/api': gateway,
      '/queue': gateway,
      '/export': gateway,
      '/graphql': { ...gateway, ws: true },
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: URLs for scripts; files also cache better.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        // Libraries change less often than screens, so a release leaves them in the browser cache. Chakra is
        // not grouped, because a group would put the components of every screen into the first load.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            { name: 'data', test: /node_modules\/(urql|@urql|graphql|wonka|@0no-co)\// },
            // One file for the first screen saves a dozen requests.
            { name: firstScreen('first', firstModules) },
            // Modules that many of the other screens share.
            {
              name: 'common',
              test: (id) =>
                ![combobox, dialog, work].some((own) => own.test(id)) && !id.includes('/form/choice-field'),
              minShareCount: 12,
            },
            { name: 'combobox', test: combobox },
            { name: 'dialog', test: dialog },
          ],
        },
      },
    },
  },
})
