import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

/** Limits in kB of gzipped script: what a browser fetches that opens that screen first, editors and graphs apart. */
export type Budget = Record<string, number>

type Chunks = ReadonlyMap<string, Rollup.OutputChunk>

/** Names of the chunks that one needs before it runs, itself included. */
function closureOf(name: string, chunks: Chunks, found = new Set<string>()): Set<string> {
  const chunk = chunks.get(name)
  if (!chunk || found.has(name)) return found
  found.add(name)
  for (const needed of chunk.imports) closureOf(needed, chunks, found)
  return found
}

/** kB of gzipped script of each screen: of the start of the client and its page together, by the page's file name. */
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

/** Ends the build when a screen is heavier than `budgetFile` allows, or has no budget there. */
export function budget(budgetFile: string): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const limits = JSON.parse(readFileSync(budgetFile, 'utf8')) as Budget
      const chunks = new Map(
        Object.entries(bundle).flatMap(([name, file]) => (file.type === 'chunk' ? [[name, file]] : [])),
      )
      const faults = [...screenSizes(chunks)].flatMap(([screen, size]) => {
        const limit = limits[screen]
        if (limit === undefined) return [`${screen}: no budget (it has ${size.toFixed(1)} kB)`]
        return size > limit ? [`${screen}: ${size.toFixed(1)} kB of gzipped script, ${limit} allowed`] : []
      })
      if (faults.length > 0) this.error(`${path.basename(budgetFile)}:\n${faults.join('\n')}`)
    },
  }
}
