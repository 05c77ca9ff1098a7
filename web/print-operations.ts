import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatDocument } from '@urql/core'
import { Kind, parse, print, type DocumentNode, type OperationDefinitionNode } from 'graphql'
import { operationId } from './lib/operation-id.ts'

const web = import.meta.dirname
const root = path.join(web, '..')
const operationsFile = path.join(root, 'shared/operations.json')
const idsFile = path.join(root, 'web/lib/operation-ids.json')

function operationOf(value: unknown): OperationDefinitionNode | undefined {
  const document = value as Partial<DocumentNode> | null
  if (typeof document !== 'object' || document?.kind !== Kind.DOCUMENT) return undefined
  return document.definitions?.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
}

/**
 * Every operation of the client by name. The text contains `__typename` everywhere, because the client's
 * cache needs it to normalise a result.
 */
async function collectOperations(): Promise<Map<string, { id: string; text: string }>> {
  const sources = (await readdir(web, { recursive: true })).filter((name) =>
    /^(?!.*\.test\.).*\.tsx?$/.test(name),
  )
  const found = new Map<string, { id: string; text: string }>()
  for (const name of sources.sort()) {
    const file = path.join(web, name)
    if (!/^(domains|lib)\b.*[/\\-]operations\.ts$/.test(name)) {
      await expectNoOperation(file)
      continue
    }
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
    for (const exported of Object.values(module)) {
      const operation = operationOf(exported)
      if (!operation) continue
      const operationName = operation.name?.value
      if (!operationName) throw new Error(`${file}: an operation without a name`)
      if (found.has(operationName)) throw new Error(`${file}: a second operation named ${operationName}`)
      const document = formatDocument(exported as DocumentNode)
      found.set(operationName, { id: operationId(document), text: print(parse(print(document))) })
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The gateway refuses an operation that is not printed. Throws for one in a file that is not read here. */
async function expectNoOperation(file: string): Promise<void> {
  if (/\bgraphql\(\s*`\s*(?:query|mutation|subscription)\b/.test(await readFile(file, 'utf8')))
    throw new Error(`${file}: an operation belongs into a file named operations.ts or ...-operations.ts`)
}

const operations = await collectOperations()
const byHash: Record<string, { name: string; text: string }> = {}
const ids: Record<string, string> = {}
for (const [name, { id, text }] of operations) {
  if (id in byHash) throw new Error(`${name}: its id is that of ${byHash[id]?.name}`)
  byHash[id] = { name, text }
  ids[name] = id
}

const outputs = [
  { file: operationsFile, text: `${JSON.stringify(byHash, null, 2)}\n` },
  { file: idsFile, text: `${JSON.stringify(ids, null, 2)}\n` },
]
for (const { file, text } of outputs) {
  const current = await readFile(file, 'utf8').catch(() => '')
  if (current === text) continue
  const name = path.relative(root, file)
  if (process.argv.includes('--check')) {
    process.stderr.write(
      `${name} does not match the operations of web/domains and web/lib: run npm run schema\n`,
    )
    process.exitCode = 1
  } else {
    await writeFile(file, text)
    process.stdout.write(`${name}: ${operations.size} operations\n`)
  }
}
