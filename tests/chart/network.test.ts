import { expect, test } from 'vitest'
import { z } from 'zod'
import { ofKind, render, type Values } from './render.ts'
import { valueSets } from './value-sets.ts'

const labels = z.record(z.string(), z.string())
const deployment = z.looseObject({
  spec: z.object({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      spec: z.object({
        containers: z.tuple([z.looseObject({ ports: z.array(z.object({ name: z.string() })) })]),
      }),
    }),
  }),
})

test('each mode can reach only what it needs, inside and outside the cluster', async () => {
  const reached = (name: string) => reachedBy(valueSets[name] ?? {})
  const reachedBy = async (values: Values) => {
    const policies = ofKind(await render(values), 'NetworkPolicy')
    const rules = z.looseObject({ spec: z.object({ egress: z.array(z.looseObject({})) }) })
    return policies.map((policy) => rules.parse(policy).spec.egress.map((rule) => ports(rule)))
  }
  const ports = (rule: Record<string, unknown>) => {
    const named = z.array(z.object({ protocol: z.string(), port: z.union([z.string(), z.number()]) }))
    return named.parse(rule['ports'] ?? []).map(({ protocol, port }) => `${protocol} ${port}`)
  }
  const names = ['UDP 53', 'TCP 53']
  const mail = ['TCP 465', 'TCP 587']
  expect(await reached('the defaults')).toEqual([[[...names, ...mail]]])
  expect(await reached('embedded, published through a hosted service')).toEqual([
    [[...names, ...mail, 'TCP 443']],
  ])
  expect(await reached('embedded, with sign-on at an issuer')).toEqual([
    [[...names, ...mail, 'TCP 8443', 'TCP 4318']],
  ])
  expect(await reached('a platform elsewhere')).toEqual([[[...names, 'TCP 443']]])
  expect(await reached('a platform elsewhere, many gateways, one Secret for all')).toEqual([
    [[...names, 'TCP 6001', 'TCP 8443', 'TCP 443'], []],
  ])
  expect(await reached('scaled, behind an ingress')).toEqual([
    [names, ['TCP http']],
    [[...names, ...mail, 'TCP 5432']],
  ])
  const urls = {
    databaseUrl: 'postgresql://console:a:1@b^@[2001:db8::1]:6432/console',
    smtpUrl: 'smtp://mail.example.test:2525',
  }
  const elsewhere = { ...valueSets['scaled, behind an ingress'], secrets: urls }
  expect(await reachedBy(elsewhere)).toEqual([
    [names, ['TCP http']],
    [[...names, ...mail, 'TCP 2525', 'TCP 6432']],
  ])
  const oidc = { issuer: 'https://id.example.test', clientId: 'console' }
  expect(await reachedBy({ ...elsewhere, oidc, secrets: { ...urls, oidcClientSecret: 'word' } })).toEqual([
    [names, ['TCP http']],
    [[...names, ...mail, 'TCP 2525', 'TCP 443', 'TCP 6432']],
  ])
  // The pods behind the Service in the address may listen on another port.
  expect(await reachedBy({ ...elsewhere, networkPolicy: { databasePort: 7000 } })).toEqual([
    [names, ['TCP http']],
    [[...names, ...mail, 'TCP 2525', 'TCP 7000']],
  ])
})

test('a route sends all calls to the gateways', async () => {
  const httpRoute = { enabled: true, parentRefs: [{ name: 'public' }] }
  const values = { ...valueSets['scaled, behind an ingress'], ingress: {}, httpRoute }
  const [route] = ofKind(await render(values), 'HTTPRoute')
  expect(route).toHaveProperty('spec.rules', [
    expect.objectContaining({
      matches: [{ path: { type: 'PathPrefix', value: '/' } }],
      backendRefs: [{ name: 'release-workforce-console', port: 80 }],
    }),
  ])
})

test('every Service selects its pods by a port that they have, and all calls, also those of workers, go to the gateways', async () => {
  const manifests = await render(valueSets['scaled, behind an ingress'] ?? {})
  const deployments = ofKind(manifests, 'Deployment').map((manifest) => deployment.parse(manifest))
  const service = z.looseObject({
    spec: z.object({ selector: labels, ports: z.array(z.object({ targetPort: z.string() })) }),
  })
  for (const { spec } of ofKind(manifests, 'Service').map((manifest) => service.parse(manifest))) {
    const [behind] = deployments.filter(
      (one) => JSON.stringify(one.spec.selector.matchLabels) === JSON.stringify(spec.selector),
    )
    const [{ ports: has }] = behind!.spec.template.spec.containers
    for (const { targetPort } of spec.ports) expect(has.map((port) => port.name)).toContain(targetPort)
  }
  const [ingress] = ofKind(manifests, 'Ingress')
  const target = (name: string) => ({ service: { name, port: { name: 'http' } } })
  expect(ingress).toHaveProperty('spec.rules.0.http.paths', [
    { path: '/', pathType: 'Prefix', backend: target('release-workforce-console') },
  ])
})
