import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lock.ts'

const folders = ['server', 'shared', 'web', 'tests']
const left = /^(node_modules|package-lock\.json|package\.json)$/
const program = /\.(tsx?|mjs|js|css|html|yaml)$/

function below(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (left.test(entry.name)) return []
    if (entry.isDirectory()) return below(file)
    return program.test(entry.name) ? [file] : []
  })
}

export interface Source {
  file: string
  text: string
}

/** The texts of the project's own files, configuration files included. */
export function readSources(): Source[] {
  const top = readdirSync(root).filter((name) => /\.(js|ts|json|toml)$/.test(name) && !left.test(name))
  return [...top, ...folders.flatMap(below)].map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }))
}

/** The packages that the client is built of: imports of its files, without types and tests. */
export function clientPackages(sources: readonly Source[], known: readonly string[]): string[] {
  const own = sources.filter(
    ({ file }) =>
      /^(web|shared)\/.*\.tsx?$/.test(file) &&
      !/\.test\.|test-bed|^web\/(build\/|[^/]*config|print-)/.test(file),
  )
  const imported =
    /(?:^import (?!type\b)[^;'"]*|^export [^;'"]* from |^\} from |import\()['"]([^.'"][^'"]*)['"]/gm
  const names = own.flatMap(({ text }) => [...text.matchAll(imported)].map(([, name = '']) => name))
  return known.filter((one) => names.some((name) => name === one || name.startsWith(`${one}/`)))
}
