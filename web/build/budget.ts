import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { type Chunks, chunksOf, closureOf } from './chunks.ts'

/**
 * Limits by screen, in kB of gzipped script that a browser loads when it opens that screen first. Lazily
 * loaded editors and graphs do not count. Releases of Node.js compress differently, by 0.3 kB a screen: a limit leaves
 * that much.
 */
export type Budget = Record<string, number>

/**
 * Size of each screen by the file name of its page: kB of gzipped script of the entry point and the page
 * together.
 */
export function screenSizes(chunks: Chunks): Map<string, number> {
  const weights = new Map([...chunks].map(([name, { code }]) => [name, gzipSync(code).length / 1000]))
  const start = [...chunks.values()].filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName)
  const pages = [...chunks.values()].flatMap(({ fileName, moduleIds }) =>
    moduleIds.filter((id) => id.endsWith('-page.tsx')).map((id) => ({ fileName, id })),
  )
  const sizeOf = (fileName: string) => {
    const needed = new Set<string>()
    for (const name of [...start, fileName]) closureOf(name, chunks, needed)
    return [...needed].reduce((sum, name) => sum + (weights.get(name) ?? 0), 0)
  }
  return new Map(pages.map(({ fileName, id }) => [path.basename(id, '-page.tsx'), sizeOf(fileName)]))
}

/** Fails the build when a screen is larger than `budgetFile` allows, or has no limit there. */
export function budget(budgetFile: string): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const limits = JSON.parse(readFileSync(budgetFile, 'utf8')) as Budget
      const chunks = chunksOf(bundle)
      const faults = [...screenSizes(chunks)].flatMap(([screen, size]) => {
        const limit = limits[screen]
        if (limit === undefined) return [`${screen}: no budget (it has ${size.toFixed(1)} kB)`]
        return size > limit ? [`${screen}: ${size.toFixed(1)} kB of gzipped script, ${limit} allowed`] : []
      })
      if (faults.length > 0) this.error(`${path.basename(budgetFile)}:\n${faults.join('\n')}`)
    },
  }
}
