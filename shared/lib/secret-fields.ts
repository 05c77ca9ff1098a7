import { mask } from './mask.ts'

/**
 * The secrets in the answers of the platform: of apps their tokens and variables, of workers their aliases, of
 * deployments their environment and configuration. One place knows their fields, so that one rule holds for all answers.
 */
interface SecretList {
  list: string
  secret: string
  /** The field that names the secret in the audit. */
  name: string
  kind: string
}

const lists: readonly SecretList[] = [
  { list: 'tokens', secret: 'secret', name: 'key', kind: 'token' },
  { list: 'variables', secret: 'value', name: 'name', kind: 'variable' },
  { list: 'aliases', secret: 'secretAccessKey', name: 'name', kind: 'alias' },
]

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const rowsOf = (value: unknown) => (Array.isArray(value) ? value : []).filter(isFields)
const isSecret = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The secrets that an entity or a list of entities contains, by kind and name: `variable API_KEY`. */
export function secretsIn(answer: unknown): string[] {
  if (!isFields(answer)) return []
  const listed = lists.flatMap(({ list, secret, name, kind }) =>
    rowsOf(answer[list])
      .filter((row) => isSecret(row[secret]))
      .map((row) => `${kind} ${String(row[name])}`),
  )
  const own = lists.filter(({ secret }) => isSecret(answer[secret])).map(({ kind }) => kind)
  const environment = isFields(answer['environment']) ? answer['environment'] : {}
  const names = Object.keys(environment).filter((name) => isSecret(environment[name]))
  const config = ['fluxConfig', 'privateKey'].filter((field) => isSecret(answer[field]))
  return [...listed, ...own, ...names, ...config, ...rowsOf(answer['data']).flatMap(secretsIn)]
}

/** The same answer with every secret masked; a configuration is masked by its own rule. */
export function withMasks(answer: unknown, maskConfig: (fluxConfig: string) => string): unknown {
  if (!isFields(answer)) return answer
  const masked: Record<string, unknown> = { ...answer }
  for (const { list, secret } of lists) {
    if (Array.isArray(answer[list])) masked[list] = answer[list].map((row) => masking(row, secret))
    if (isSecret(answer[secret])) masked[secret] = mask(answer[secret])
  }
  if (isFields(answer['environment']))
    masked['environment'] = Object.fromEntries(
      Object.entries(answer['environment']).map(([name, value]) => [
        name,
        isSecret(value) ? mask(value) : value,
      ]),
    )
  if (isSecret(answer['fluxConfig'])) masked['fluxConfig'] = maskConfig(answer['fluxConfig'])
  if (isSecret(answer['privateKey'])) masked['privateKey'] = mask(answer['privateKey'])
  if (Array.isArray(answer['data'])) masked['data'] = answer['data'].map((row) => withMasks(row, maskConfig))
  return masked
}

const masking = (row: unknown, secret: string): unknown =>
  isFields(row) && isSecret(row[secret]) ? { ...row, [secret]: mask(row[secret]) } : row
