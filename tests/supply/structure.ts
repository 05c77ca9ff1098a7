import { existsSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from './lock.ts'
import { readSources, type Source } from './sources.ts'

/** One module of the product: what it imports from the product, and the names that it declares and exports. */
export interface Module {
  file: string
  lines: number
  imports: string[]
  exports: string[]
}

const isProduct = ({ file }: Source) =>
  /^(server|shared|web)\/.*\.(tsx?|mjs)$/.test(file) && !/\.test\.|test-bed|\.d\.m?ts$/.test(file)

/** All modules of the product, tests and declaration files excluded. */
export function readModules(): Module[] {
  const sources = readSources().filter(isProduct)
  const known = new Set(sources.map(({ file }) => file))
  return sources.map(({ file, text }) => ({
    file,
    lines: text.trimEnd().split('\n').length,
    imports: [...new Set(importsOf(file, text).filter((target) => known.has(target)))],
    exports: exportsOf(file, text),
  }))
}

/** Files of this repository that a module imports, type-only and dynamic imports included. */
function importsOf(file: string, text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true)
  return importedFiles.flatMap(({ fileName }) => {
    const [name = ''] = fileName.split('?')
    if (name.startsWith('#')) return [name.slice(1)]
    if (!name.startsWith('.')) return []
    const target = path.posix.join(path.posix.dirname(file), name)
    return [target, `${target}.ts`, `${target}.tsx`].filter((one) => existsSync(path.join(root, one)))
  })
}

/** Names that the module declares and exports; what it passes on from another module is not counted. */
function exportsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesOf(name))
    const { name } = statement as ts.DeclarationStatement
    return name && ts.isIdentifier(name) ? [name.text] : []
  })
}

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesOf(element.name) : []))
}

/** Groups of modules that import each other, directly or through others (Tarjan's algorithm). */
export function circles(modules: readonly Module[]): string[][] {
  const importsByFile = new Map(modules.map(({ file, imports }) => [file, imports]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (file: string): number => {
    const number = order.size
    order.set(file, number)
    lowest.set(file, number)
    open.push(file)
    for (const target of importsByFile.get(file) ?? []) {
      const reached = order.has(target)
        ? open.includes(target)
          ? order.get(target)!
          : number
        : visit(target)
      lowest.set(file, Math.min(lowest.get(file)!, reached))
    }
    if (lowest.get(file) === number) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1) found.push(group)
    }
    return lowest.get(file)!
  }
  for (const { file } of modules) if (!order.has(file)) visit(file)
  return found
}

/** The folder of a file down to the third level: `server/gateway/session`. */
const folderOf = (file: string) => path.posix.dirname(file).split('/').slice(0, 3).join('/')

/** Pairs of folders on the third level that import each other. A folder and its own parent are not a pair. */
export function twoWayPairs(modules: readonly Module[]): string[] {
  const arrows = new Set<string>()
  for (const { file, imports } of modules)
    for (const target of imports) arrows.add(`${folderOf(file)} > ${folderOf(target)}`)
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' > ')
    const isNested = from.startsWith(`${to}/`) || to.startsWith(`${from}/`)
    return from < to && !isNested && arrows.has(`${to} > ${from}`)
  })
}

/** Values by the key that the function gives them, in order. */
export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}
