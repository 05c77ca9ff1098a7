import { stringify } from 'yaml'
import { readFluxText } from './flux-text.ts'
import { readFluxConfig } from './flux.ts'
import { gitopsMessages } from './gitops-messages.ts'

/** Values of variables that are shorter are not looked for in other places: they are equal to other words by chance. */
const MIN_SOUGHT = 12

/** Annotations of published releases. */
const ANNOTATIONS = { deployment: 'workforce-console/deployment', version: 'workforce-console/version' }

type Json = Record<string, unknown>

const mapOf = (value: unknown): Json => (value ?? {}) as Json

/** The name of the Secret with the variables of a deployment, in the namespace of its release. */
export const environmentSecret = (alias: string) => `${alias}-environment`

/**
 * The file of a deployment: its HelmRelease without comments, and with each variable as a reference to a key of a Secret
 * in `spec.values.extraEnv` in the place of its value. Returns the reason when the configuration cannot be published.
 */
export function publishedManifest(
  fluxConfig: string,
  { id, version }: { id: string; version: number },
): { manifest: string } | { reason: string } {
  const read = readFluxConfig(fluxConfig)
  if ('faults' in read) return { reason: gitopsMessages.faulty }
  const release = releaseOf(fluxConfig)
  const { metadata, spec } = release
  const { env: _values, ...values } = mapOf(mapOf(spec)['values'])
  const { alias, environment } = read.form
  const names = Object.keys(environment)
  const repeated = repeatedVariable({ ...release, spec: { ...mapOf(spec), values } }, read.form)
  if (repeated) return { reason: gitopsMessages.repeated(repeated.name, repeated.path) }
  const written = values['extraEnv']
  if (names.length > 0 && written !== undefined && !Array.isArray(written))
    return { reason: gitopsMessages.extraEnv }
  const others = ((written ?? []) as Json[]).filter(({ name }) => !names.includes(String(name)))
  const references = names.map((name) => ({
    name,
    valueFrom: { secretKeyRef: { name: environmentSecret(alias), key: name } },
  }))
  const annotations = {
    ...mapOf(mapOf(metadata)['annotations']),
    [ANNOTATIONS.deployment]: id,
    [ANNOTATIONS.version]: String(version),
  }
  const extraEnv = [...others, ...references]
  const manifest = {
    ...release,
    metadata: { ...mapOf(metadata), annotations },
    spec: {
      ...mapOf(spec),
      values: names.length > 0 ? { ...values, extraEnv } : values,
    },
  }
  return { manifest: stringify(manifest, format) }
}

/** Text is in quotes, and keys where YAML 1.1, which Flux reads, takes them for something else. */
const format = {
  version: '1.1',
  lineWidth: 0,
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  aliasDuplicateObjects: false,
} as const

function releaseOf(fluxConfig: string): Json {
  const { doc } = readFluxText(fluxConfig)
  return mapOf(doc?.toJS())
}

/** The first variable whose value is also written elsewhere, apart from the alias and the tag, which are no secrets. */
function repeatedVariable(
  release: Json,
  {
    alias,
    dockerTag,
    environment,
  }: { alias: string; dockerTag: string; environment: Record<string, string> },
): { name: string; path: string } | null {
  const sought = Object.entries(environment).filter(
    ([, value]) => value.length >= MIN_SOUGHT && value !== alias && value !== dockerTag,
  )
  if (sought.length === 0) return null
  for (const { path, text } of textsOf(release, [])) {
    const [found] = sought.find(([, value]) => text.includes(value)) ?? []
    if (found !== undefined) return { name: found, path: path.join('.') }
  }
  return null
}

/** All keys and values of a document; of a key the path is that of its map. */
function* textsOf(value: unknown, path: string[]): Generator<{ path: string[]; text: string }> {
  if (typeof value !== 'object' || value === null) {
    yield { path, text: String(value) }
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    yield { path, text: key }
    yield* textsOf(inner, [...path, key])
  }
}
