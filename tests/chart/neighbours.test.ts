import { expect, test } from 'vitest'
import { z } from 'zod'
import { evidence } from '../support/evidence.ts'
import { maySend, type Peer } from './evaluate-policy.ts'
import { ofKind, render, type Manifest } from './render.ts'
import { valueSets } from './value-sets.ts'

/** Check 77: which pods of a cluster reach the platform, which limits no sign-ins. */

const namespace = 'consoles'
const scaledSets = Object.entries(valueSets).filter(([name]) => name.startsWith('scaled'))
const labelled = z.looseObject({
  spec: z.object({
    template: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }) }),
  }),
})

/** The pods of a release: its gateway and its platform. */
function podsOf(manifests: Manifest[]): { gateway: Peer; platform: Peer } {
  const pods = ofKind(manifests, 'Deployment').map((manifest): Peer => {
    return { namespace, labels: labelled.parse(manifest).spec.template.metadata.labels }
  })
  const [gateway, platform] = ['gateway', 'platform'].map((part) =>
    pods.find(({ labels }) => labels['app.kubernetes.io/component'] === part),
  )
  if (!gateway || !platform) throw new Error('a scaled release has both parts')
  return { gateway, platform }
}

/** Neighbours in the cluster and outside, some of them with nearly the labels of a gateway. */
function neighbours({ gateway, platform }: ReturnType<typeof podsOf>): Record<string, Peer> {
  const { labels } = gateway
  const pod = (of: string, own: Record<string, string>): Peer => ({ namespace: of, labels: own })
  const without = (key: string) => Object.fromEntries(Object.entries(labels).filter(([name]) => name !== key))
  return {
    'the platform itself': platform,
    'a pod without labels': pod(namespace, {}),
    'a worker': pod(namespace, { app: 'worker' }),
    "a gateway's labels in another namespace": pod('guests', labels),
    'the gateway of another release': pod(namespace, { ...labels, 'app.kubernetes.io/instance': 'other' }),
    'another part of the release': pod(namespace, { ...labels, 'app.kubernetes.io/component': 'job' }),
    'another program of that release name': pod(namespace, {
      ...labels,
      'app.kubernetes.io/name': 'grafana',
    }),
    'a pod that names no instance': pod(namespace, without('app.kubernetes.io/instance')),
    'a pod that names no component': pod(namespace, without('app.kubernetes.io/component')),
    'an ingress controller': pod('ingress-nginx', { 'app.kubernetes.io/name': 'ingress-nginx' }),
    'a Prometheus': pod('monitoring', { app: 'prometheus' }),
    'an address outside': { namespace: '', labels: {}, address: '198.51.100.7' },
    'an address outside, IPv6': { namespace: '', labels: {}, address: '2001:db8::7' },
  }
}

test.each(scaledSets)('%s: of all pods only the gateways reach the platform', async (_name, values) => {
  const manifests = await render(values)
  const pods = podsOf(manifests)
  expect(maySend(manifests, pods.gateway, pods.platform, 'http')).toBe(true)
  expect(maySend(manifests, pods.gateway, pods.platform, 'other')).toBe(false)
  const reach = Object.entries(neighbours(pods)).filter(([, from]) =>
    maySend(manifests, from, pods.platform, 'http'),
  )
  expect(reach.map(([name]) => name)).toEqual([])
})

test('peers that the values name reach the platform too, and no others', async () => {
  const monitoring = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
    podSelector: { matchLabels: { app: 'prometheus' } },
  }
  const block = { ipBlock: { cidr: '198.51.100.0/24' } }
  const networkPolicy = { platformFrom: [monitoring, block], from: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }
  const manifests = await render({ ...valueSets['scaled, behind an ingress'], networkPolicy })
  const pods = podsOf(manifests)
  const reach = Object.entries(neighbours(pods)).filter(([, from]) =>
    maySend(manifests, from, pods.platform, 'http'),
  )
  expect(reach.map(([name]) => name)).toEqual(['a Prometheus', 'an address outside'])
  expect(maySend(manifests, pods.gateway, pods.platform, 'http')).toBe(true)
})

test('browsers and workers reach the gateways, and the metrics only the namespace', async () => {
  const manifests = await render(valueSets['scaled, behind an ingress'] ?? {})
  const pods = podsOf(manifests)
  const all = Object.values(neighbours(pods))
  expect(all.filter((from) => !maySend(manifests, from, pods.gateway, 'http'))).toEqual([])
  const measuring = all.filter((from) => maySend(manifests, from, pods.gateway, 'metrics'))
  expect(new Set(measuring.map((from) => from.namespace))).toEqual(new Set([namespace]))
  evidence({
    check: 77,
    figures: {
      'scaled value sets': scaledSets.length,
      'kinds of neighbours': all.length,
      'of these, reach the platform': 0,
    },
    breaks: 'the rule of the platform has no peers, as where workers reached it without the gateways',
  })
})
