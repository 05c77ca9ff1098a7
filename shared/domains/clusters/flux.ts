import { Document, isMap, isScalar, Scalar } from 'yaml'
import type { DeploymentForm } from './deployment.ts'
import { applyForm, places } from './flux-fields.ts'
import { helmRelease } from './flux-schema.ts'
import { readFluxText, type FluxFault, type FluxText } from './flux-text.ts'
import type { Amounts } from './quantity.ts'

export type { FluxFault } from './flux-text.ts'

/** Where Flux finds the chart that runs workers. */
export interface FluxOrigin {
  /**
   * `FLUX_GIT_URL`: the repository, which Flux knows as a GitRepository of the same name; null without it.
   */
  gitUrl: string | null
  /** `task.{team namespace}.{type}`: gives the namespace and the image. */
  workerType: string
}

/** Without a Git repository: the chart `worker` of a HelmRepository that Flux knows as `workforce`. */
const defaultChart = {
  chart: 'worker',
  sourceRef: { kind: 'HelmRepository', name: 'workforce', namespace: 'flux-system' },
}

/** The configuration of a new deployment: a HelmRelease of Flux v2 as YAML. */
export function createFluxConfig(form: DeploymentForm, { gitUrl, workerType }: FluxOrigin): string {
  const [namespace, type] = workerType.split('.').slice(1).map(labelOf)
  const chart = gitUrl
    ? {
        chart: './charts/worker',
        sourceRef: { kind: 'GitRepository', name: repositoryName(gitUrl), namespace: 'flux-system' },
      }
    : defaultChart
  const doc = new Document({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: form.alias, namespace: namespace ?? 'workforce' },
    spec: {
      interval: '5m',
      chart: { spec: chart },
      values: { image: { repository: `${namespace ?? 'workforce'}/${type ?? 'worker'}` } },
    },
  })
  applyForm(doc, form)
  return write(doc)
}

/** The form's fields of a configuration, or all faults of the text with line and column. */
export function readFluxConfig(text: string): { form: DeploymentForm } | { faults: FluxFault[] } {
  const read = readFluxText(text)
  const { doc, faults, faultAt } = read
  if (!doc || faults.length > 0) return { faults }
  const parsed = helmRelease.safeParse(doc.toJS())
  if (!parsed.success)
    return {
      faults: parsed.error.issues.flatMap(({ path, message, ...issue }) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => faultAt([...path, key], 'is not known here'))
          : [faultAt(path, message)],
      ),
    }
  const ambiguous = ambiguousWords(read, doc)
  if (ambiguous.length > 0) return { faults: ambiguous }
  const { metadata, spec } = parsed.data
  const { image, replicaCount, resources, env: environment } = spec.values
  const [limits, requests] = [amountsOf(resources.limits), amountsOf(resources.requests)]
  const resourcesOfForm = { limits, requests }
  return {
    form: {
      alias: metadata.name,
      dockerTag: image.tag,
      replicaCount,
      resources: resourcesOfForm,
      environment,
    },
  }
}

/** A chart may have more limits than the form shows. */
const amountsOf = ({ cpu, memory }: Amounts): Amounts => ({ cpu, memory })

/**
 * The configuration with the form's fields set. Comments, order and values that the form does not contain
 * stay as written. The text must be valid for `readFluxConfig`.
 */
export function updateFluxConfig(text: string, form: DeploymentForm): string {
  const { doc } = readFluxText(text)
  if (!doc) throw new Error('The stored configuration cannot be read')
  return applyForm(doc, form) ? write(doc) : text
}

const write = (doc: Document) => doc.toString({ lineWidth: 0, flowCollectionPadding: false })

/** Words and numbers that are text in YAML 1.2 but not in 1.1, which Flux reads. */
const otherIn11 = /^(?:y|yes|n|no|on|off|[-+]?0b[01_]+|[-+]?\d[\d_]*(?::[0-5]?\d)+|[-+]?\d[\d_.]*_[\d_.]*)$/i

function ambiguousWords({ faultAt }: FluxText, doc: Document): FluxFault[] {
  const env = doc.getIn(places.environment, true)
  const pairs = isMap(env) ? env.items : []
  const written = pairs.map(({ key, value }) => ({
    path: [...places.environment, isScalar(key) ? String(key.value) : ''],
    nodes: [key, value],
  }))
  return [{ path: places.dockerTag, nodes: [doc.getIn(places.dockerTag, true)] }, ...written]
    .filter(({ nodes }) => nodes.some(isAmbiguous))
    .map(({ path }) => faultAt(path, 'must be in quotes: Flux takes it for something else than text'))
}

const isAmbiguous = (node: unknown) =>
  isScalar(node) && node.type === Scalar.PLAIN && otherIn11.test(String(node.value))

/** Letters and digits of a name as a DNS label. */
const labelOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '') || 'worker'

/** Flux knows `https://example.org/ops/fleet.git` as `fleet`. */
const repositoryName = (url: string) =>
  labelOf(
    url
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .split('/')
      .at(-1) ?? '',
  )
