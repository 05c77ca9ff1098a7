import path from 'node:path'
import type { Plugin } from 'vite'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import operationIds from '../lib/operation-ids.json' with { type: 'json' }
import { type Chunks, chunksOf, closureOf } from './chunks.ts'

/** The modules of the screen at each address, as in the router; paths from the folder `domains`. */
export type PageModules = Readonly<Record<string, readonly string[]>>

/** As in the addresses of the router: `:name` is one segment, `:name?` one that may be absent. */
export function addressPattern(address: string): string {
  const parts = address.split('/').filter(Boolean)
  const patterns = parts.map((part) => {
    if (part.endsWith('?')) return '(?:/[^/]+)?'
    return part.startsWith(':') ? '/[^/]+' : `/${part}`
  })
  return `^${patterns.join('')}/?$`
}

/**
 * The scripts and styles of each screen without those that every page names in its head: `files` by number, and their
 * numbers by pattern of the address. Throws for a module that is no entry of a chunk.
 */
export function filesOfPages(chunks: Chunks, pages: PageModules) {
  const all = [...chunks.values()]
  const first = new Set<string>()
  for (const { fileName } of all.filter(({ isEntry }) => isEntry)) closureOf(fileName, chunks, first)
  const chunkOf = (module: string) => {
    const end = path.posix.join('/domains', module)
    const found = all.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
    if (!found) throw new Error(`No chunk has the module ${module}`)
    return found.fileName
  }
  const numbers = new Map<string, number>()
  const numberOf = (file: string) => {
    if (!numbers.has(file)) numbers.set(file, numbers.size)
    return numbers.get(file)!
  }
  const byAddress = Object.entries(pages).map(([address, modules]) => {
    const needed = new Set<string>()
    for (const module of modules) closureOf(chunkOf(module), chunks, needed)
    const scripts = [...needed].filter((file) => !first.has(file))
    const styles = scripts.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])])
    return [addressPattern(address), [...scripts, ...styles].map(numberOf)] as const
  })
  return { files: [...numbers.keys()], byAddress }
}

/** Variables of a query in the order of their names, as urql writes them; `$1` is what the pattern of the address captures. */
type EarlyVariables = Readonly<Record<string, string | number | boolean>>

/** Queries that pages wait for, by the pattern of path and search of their addresses. */
export const earlyQueries: readonly (readonly [string, keyof typeof operationIds, EarlyVariables?])[] = [
  ['^/(?!log)', 'Capabilities'],
  ['^/apps/?(?:\\?|$)', 'AppList'],
  ['^/apps/([^/]+)/', 'App', { id: '$1' }],
  // The first page without filters; a saved search is read by the page.
  [
    '^/apps/([^/]+)/workqueues/?$',
    'WorkqueueList',
    { appId: '$1', page: 1, perPage: DEFAULT_PAGE_SIZE, root: true },
  ],
  ['^/apps/[^/]+/workqueues/(?!create)([^/?]+)/?(?:\\?|$)', 'WorkqueueDetail', { id: '$1' }],
]

/**
 * Runs in the browser: asks for what the screen at this address needs, which its own script would find only later, and first
 * for the session and what every rendering of the screen waits for (see `web/lib/http.ts`), unless the address has a token
 * that replaces the session. `operations` have pattern, id, name and variables. The font of the page is asked for after all
 * that draws it: it is as large as the scripts of a screen, and a browser that finds it by itself loads it before them.
 */
export function askEarly(
  files: readonly string[],
  byAddress: readonly (readonly [string, readonly number[]])[],
  operations: readonly (readonly [string, string, string, (EarlyVariables | null)?])[],
): void {
  if (!new URLSearchParams(location.search).has('token')) {
    const early: Record<string, Promise<Response>> = {}
    const ask = (path: string, body = '') => {
      const headers = { 'x-csrf': '1', 'content-type': 'application/json' }
      const answer = fetch(path, body ? { method: 'POST', body, headers } : { headers })
      // Read although it may not be used: an answer that is not would keep its connection. A failure is handled where it is used.
      answer.then((response) => response.clone().arrayBuffer()).catch(() => undefined)
      early[path + body] = answer
    }
    ask('/session')
    for (const [pattern, sha256Hash, operationName, variables] of operations) {
      const [fits, captured = ''] = new RegExp(pattern).exec(location.pathname + location.search) ?? []
      const extensions = { persistedQuery: { sha256Hash, version: 1 } }
      // As urql writes it: the answer is found by the text.
      if (fits !== undefined)
        ask(
          '/graphql',
          JSON.stringify({ extensions, operationName, variables: variables ?? undefined }).replace(
            '$1',
            () => captured,
          ),
        )
    }
    window.early = early
    // What no part of the page has asked for by then is old.
    setTimeout(() => {
      if (window.early === early) window.early = undefined
    }, 30_000)
  }
  const [, needed = []] = byAddress.find(([pattern]) => new RegExp(pattern).test(location.pathname)) ?? []
  let left = needed.length
  const onload = () => {
    // Not by a link of its own: a browser warns of one that the page uses late. Without it the page has another font.
    if (--left === 0) document.fonts.load("1em 'Inter Variable'").catch(() => undefined)
  }
  for (const number of needed) {
    const link = document.createElement('link')
    const href = `/${files[number]}`
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
    // As the links that import() makes later: the browser does not take an answer to another kind of request.
    Object.assign(link, kind, { crossOrigin: '', href, onload })
    document.head.append(link)
  }
}

/**
 * Adds a script to the page that asks for the session, the first answers and the files of the screen at its address at once.
 * Without it a browser would ask for them only after it has run what all screens share: on a slow network a second later.
 */
export function earlyFiles(pages: PageModules): Plugin {
  return {
    name: 'early-files',
    apply: 'build',
    generateBundle: {
      // The page has been made by then.
      order: 'post',
      handler(_options, bundle) {
        const { files, byAddress } = filesOfPages(chunksOf(bundle), pages)
        const operations = earlyQueries.map(([pattern, name, variables]) => [
          pattern,
          operationIds[name],
          name,
          variables,
        ])
        const data = [files, byAddress, operations].map((each) => JSON.stringify(each))
        const source = `(${askEarly.toString()})(${data.join()})`
        // With a hash of its contents in its name, because the names of the files change.
        const name = this.getFileName(this.emitFile({ type: 'asset', name: 'early.js', source }))
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The bundle has no index.html')
        page.source = page.source
          .toString()
          .replace('</title>', `</title>\n    <script async fetchpriority="high" src="/${name}"></script>`)
      },
    },
  }
}
