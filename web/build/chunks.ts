import type { Rollup } from 'vite'

export type Chunks = ReadonlyMap<string, Rollup.OutputChunk>

/** The chunks of a bundle by their file names. */
export const chunksOf = (bundle: Rollup.OutputBundle): Chunks =>
  new Map(Object.entries(bundle).flatMap(([name, file]) => (file.type === 'chunk' ? [[name, file]] : [])))

/** Names of the chunks that a chunk imports statically, directly or indirectly, including itself. */
export function closureOf(name: string, chunks: Chunks, found = new Set<string>()): Set<string> {
  const chunk = chunks.get(name)
  if (!chunk || found.has(name)) return found
  found.add(name)
  for (const needed of chunk.imports) closureOf(needed, chunks, found)
  return found
}
