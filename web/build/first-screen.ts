import path from 'node:path'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * The name of a chunk for every module that the first screen needs before it runs: one file that everybody fetches.
 * What only other screens need stays out of it, however many of them share it. `entries` are the modules that the
 * first screen begins with.
 */
export function firstScreen(name: string, entries: readonly string[]) {
  const roots = new Set(entries.map((entry) => path.resolve(entry)))
  let needed: Set<string> | null = null
  return (id: string, graph: Graph): string | null => {
    needed ??= reachable(roots, graph)
    return needed.has(id) ? name : null
  }
}

function reachable(roots: ReadonlySet<string>, graph: Graph): Set<string> {
  const found = new Set(roots)
  for (const id of found)
    for (const needed of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!needed.includes('node_modules')) found.add(needed)
  return found
}
