import path from 'node:path'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Returns a function that assigns one chunk, `name`, to every module that the first screen imports
 * statically, so that it loads as one file. Modules that only other screens need are not assigned, however
 * many screens share them. `entries` are the modules where the first screen starts.
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
