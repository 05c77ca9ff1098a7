import { BlockList, isIPv6 } from 'node:net'
import { z } from 'zod'
import { ofKind, type Manifest } from './render.ts'

/** A pod that connects or is connected to, or an address outside the cluster. */
export interface Peer {
  namespace: string
  labels: Record<string, string>
  address?: string
}

const labels = z.record(z.string(), z.string())
const selector = z.strictObject({
  matchLabels: labels.optional(),
  matchExpressions: z
    .array(
      z.strictObject({
        key: z.string(),
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: z.array(z.string()).default([]),
      }),
    )
    .optional(),
})
const peer = z.strictObject({
  podSelector: selector.optional(),
  namespaceSelector: selector.optional(),
  ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
})
const policy = z.looseObject({
  spec: z.looseObject({
    podSelector: selector,
    policyTypes: z.array(z.string()),
    ingress: z
      .array(
        z.strictObject({
          ports: z.array(z.strictObject({ protocol: z.string(), port: z.union([z.string(), z.number()]) })),
          from: z.array(peer).optional(),
        }),
      )
      .default([]),
  }),
})

function selects(
  { matchLabels = {}, matchExpressions = [] }: z.infer<typeof selector>,
  on: Record<string, string>,
) {
  const holds = ({ key, operator, values }: (typeof matchExpressions)[number]) => {
    const value = on[key]
    if (operator === 'Exists') return value !== undefined
    if (operator === 'DoesNotExist') return value === undefined
    const named = value !== undefined && values.includes(value)
    return operator === 'In' ? named : !named
  }
  return (
    Object.entries(matchLabels).every(([key, value]) => on[key] === value) && matchExpressions.every(holds)
  )
}

function contains(cidr: string, address: string): boolean {
  const [network = '', bits] = cidr.split('/')
  const list = new BlockList()
  const family = isIPv6(network) ? 'ipv6' : 'ipv4'
  list.addSubnet(network, Number(bits), family)
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Whether the release's policies let a peer connect to a port of one of its pods, by the rules of Kubernetes: a pod that no
 * policy selects is open; otherwise one rule must name port and peer; a rule without peers names all. Namespaces have the
 * label that Kubernetes gives them.
 */
export function maySend(manifests: Manifest[], from: Peer, to: Peer, port: string): boolean {
  const selecting = ofKind(manifests, 'NetworkPolicy')
    .map((manifest) => policy.parse(manifest).spec)
    .filter(
      ({ podSelector, policyTypes }) => policyTypes.includes('Ingress') && selects(podSelector, to.labels),
    )
  const isNamed = ({ podSelector, namespaceSelector, ipBlock }: z.infer<typeof peer>) => {
    if (ipBlock) {
      const { address } = from
      return (
        address !== undefined &&
        contains(ipBlock.cidr, address) &&
        !ipBlock.except.some((one) => contains(one, address))
      )
    }
    if (from.address !== undefined) return false
    const near = namespaceSelector
      ? selects(namespaceSelector, { 'kubernetes.io/metadata.name': from.namespace })
      : from.namespace === to.namespace
    return near && (!podSelector || selects(podSelector, from.labels))
  }
  if (selecting.length === 0) return true
  return selecting.some(({ ingress }) =>
    ingress.some(
      ({ ports, from: peers }) =>
        ports.some((one) => one.port === port) && (!peers || peers.length === 0 || peers.some(isNamed)),
    ),
  )
}
