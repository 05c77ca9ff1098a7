import { expect, test } from 'vitest'
import { z } from 'zod'
import { evidence } from '../support/evidence.ts'
import { ofKind, render, type Manifest } from './render.ts'
import { valueSets } from './value-sets.ts'

/** Check 63: rules for every mode of the console, by the restricted profile and beyond it. */

const times = {
  periodSeconds: z.number(),
  timeoutSeconds: z.number(),
  failureThreshold: z.number().optional(),
  terminationGracePeriodSeconds: z.number().optional(),
}
const port = z.literal('http')
/** No probe depends on other processes: their fault must not make all pods unavailable, nor restart them. */
const answeredProbe = z.strictObject({
  ...times,
  httpGet: z.strictObject({ path: z.literal('/healthz'), port }),
})
const probe = z.union([answeredProbe, z.strictObject({ ...times, tcpSocket: z.strictObject({ port }) })])
const amounts = z.object({ cpu: z.string(), memory: z.string() })
const container = z.strictObject({
  name: z.string(),
  image: z.string().regex(/[:@]\S+$/),
  imagePullPolicy: z.string(),
  command: z.array(z.string()).optional(),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    runAsNonRoot: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  env: z.array(z.object({ name: z.string() })),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: answeredProbe,
  lifecycle: z.object({
    preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }) }),
  }),
  resources: z.strictObject({ requests: amounts, limits: amounts }),
  volumeMounts: z.array(
    z.object({ name: z.string(), mountPath: z.enum(['/tmp', '/data', '/etc/console-git']) }),
  ),
})
const pod = z.looseObject({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  hostNetwork: z.never().optional(),
  hostPID: z.never().optional(),
  hostIPC: z.never().optional(),
  initContainers: z.never().optional(),
  terminationGracePeriodSeconds: z.number(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.literal(65532),
    runAsGroup: z.literal(65532),
    fsGroup: z.literal(65532),
    fsGroupChangePolicy: z.literal('OnRootMismatch'),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.tuple([container]),
  volumes: z.array(
    z.union([
      z.strictObject({ name: z.literal('tmp'), emptyDir: z.strictObject({ sizeLimit: z.string() }) }),
      z.strictObject({
        name: z.literal('git'),
        secret: z.object({ secretName: z.string(), defaultMode: z.literal(0o440) }),
      }),
      z.strictObject({
        name: z.literal('data'),
        persistentVolumeClaim: z.strictObject({ claimName: z.string() }),
      }),
    ]),
  ),
})
const labels = z.record(z.string(), z.string())
const deployment = z.looseObject({
  metadata: z.object({ name: z.string(), labels }),
  spec: z.object({
    replicas: z.number().optional(),
    strategy: z.object({ type: z.string() }),
    selector: z.object({ matchLabels: labels }),
    template: z.object({ metadata: z.object({ labels }), spec: pod }),
  }),
})
const selecting = z.looseObject({ spec: z.object({ podSelector: z.object({ matchLabels: labels }) }) })

const deploymentsOf = (manifests: Manifest[]) =>
  ofKind(manifests, 'Deployment').map((manifest) => deployment.parse(manifest))
const stopSeconds = 10
const isEmbedded = (name: string) => /^(the defaults|embedded)/.test(name)

test.each(Object.entries(valueSets))(
  '%s: pods are restricted, have limits and stop in order',
  async (_name, values) => {
    const manifests = await render(values)
    const deployments = deploymentsOf(manifests)
    expect(deployments.length).toBeGreaterThan(0)
    for (const { spec } of deployments) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec
      const [{ lifecycle, startupProbe, livenessProbe: alive }] = containers
      // A process that hangs is found within 15 s. Its port would still accept connections, so it has to answer.
      const { periodSeconds: every, failureThreshold: times = 3, timeoutSeconds: last } = alive
      expect(every * times + last).toBeLessThanOrEqual(15)
      const away = Number(lifecycle.preStop.exec.command[1])
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(away + stopSeconds + 5)
      // A separate platform listens after its database was migrated, the gateway before that.
      const leastStart = containers[0].name === 'platform' ? 3600 : 60
      const { periodSeconds, failureThreshold = 3 } = startupProbe
      expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(leastStart)
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
    }
    // A selector of one part must not select the pods of the other.
    const parts = deployments.map(({ spec }) => JSON.stringify(spec.selector.matchLabels))
    expect(new Set(parts).size).toBe(parts.length)
    for (const account of ofKind(manifests, 'ServiceAccount'))
      expect(account).toHaveProperty('automountServiceAccountToken', false)
    expect(ofKind(manifests, 'Role')).toEqual([])
  },
)

test.each(Object.entries(valueSets))(
  '%s: the pods have network policies, and are drained one at a time',
  async (name, values) => {
    const manifests = await render(values)
    const parts = deploymentsOf(manifests).map(({ spec }) => spec.selector.matchLabels)
    const fenced = ofKind(manifests, 'NetworkPolicy').map(
      (policy) => selecting.parse(policy).spec.podSelector.matchLabels,
    )
    expect(fenced).toEqual(name === 'the least' ? [] : expect.arrayContaining(parts))
    for (const policy of ofKind(manifests, 'NetworkPolicy'))
      expect(policy).toHaveProperty('spec.policyTypes', ['Ingress', 'Egress'])
    expect(ofKind(manifests, 'PodDisruptionBudget')).toHaveLength(
      isEmbedded(name) || name === 'the least' ? 0 : parts.length,
    )
  },
)

test.each(Object.entries(valueSets))(
  '%s: one pod opens the embedded database at any time',
  async (name, values) => {
    const manifests = await render(values)
    const withData = deploymentsOf(manifests).filter(({ spec }) =>
      spec.template.spec.volumes.some((volume) => 'persistentVolumeClaim' in volume),
    )
    const claims = ofKind(manifests, 'PersistentVolumeClaim')
    if (!isEmbedded(name)) return expect([...withData, ...claims]).toEqual([])
    expect(withData).toHaveLength(1)
    expect(withData[0]?.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
    expect(ofKind(manifests, 'HorizontalPodAutoscaler')).toEqual([])
    for (const claim of claims) {
      expect(claim).toHaveProperty('spec.accessModes', ['ReadWriteOncePod'])
      expect(claim).toHaveProperty(['metadata', 'annotations', 'helm.sh/resource-policy'], 'keep')
    }
    expect(claims).toHaveLength(name.includes('ingress') ? 0 : 1)
  },
)

test('the figures of check 63', () => {
  evidence({
    check: 63,
    figures: { 'value sets': Object.keys(valueSets).length, 'pods outside the restricted profile': 0 },
    breaks: 'The chart leaves out readOnlyRootFilesystem; a second replica of the embedded mode renders',
  })
})
