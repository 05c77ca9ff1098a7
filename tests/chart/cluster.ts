import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments, stringify } from 'yaml'
import { z } from 'zod'
import { chart, program, type Values } from './render.ts'

/** The data of a Secret, each value in base64. */
export type SecretData = Record<string, string>

const name = 'release-workforce-console'
const namespace = 'consoles'
const secretPath = `/api/v1/namespaces/${namespace}/secrets/${name}`
const group = (groupVersion: string, kinds: Record<string, string>) => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion,
  resources: Object.entries(kinds).map(([plural, kind]) => ({
    name: plural,
    kind,
    namespaced: true,
    verbs: ['get', 'create', 'patch'],
  })),
})
const core = { services: 'Service', secrets: 'Secret', serviceaccounts: 'ServiceAccount' }
const groups = {
  '/api/v1': group('v1', { ...core, persistentvolumeclaims: 'PersistentVolumeClaim' }),
  '/apis/apps/v1': group('apps/v1', { deployments: 'Deployment' }),
  '/apis/networking.k8s.io/v1': group('networking.k8s.io/v1', { networkpolicies: 'NetworkPolicy' }),
  '/apis/policy/v1': group('policy/v1', { poddisruptionbudgets: 'PodDisruptionBudget' }),
}
const versions = Object.values(groups)
  .filter(({ groupVersion }) => groupVersion !== 'v1')
  .map(({ groupVersion }) => {
    const version = { groupVersion, version: 'v1' }
    return { name: groupVersion.split('/')[0], versions: [version], preferredVersion: version }
  })

/** The part of the Kubernetes API that an installation calls, with one Secret in it, if any. */
function answerOf(url: string, secret: SecretData | null): unknown {
  const fixed: Record<string, unknown> = {
    ...groups,
    '/version': { major: '1', minor: '30', gitVersion: 'v1.30.0' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: versions },
  }
  if (url === secretPath && secret) {
    const owner = { 'meta.helm.sh/release-name': 'release', 'meta.helm.sh/release-namespace': namespace }
    const labels = { 'app.kubernetes.io/managed-by': 'Helm' }
    const metadata = { name, namespace, labels, annotations: owner }
    return { kind: 'Secret', apiVersion: 'v1', metadata, data: secret }
  }
  return fixed[url]
}

async function listening(secret: SecretData | null): Promise<Server> {
  const server = createServer((request, response) => {
    const url = request.url?.split('?')[0] ?? ''
    const sent: Buffer[] = []
    request.on('data', (part: Buffer) => sent.push(part))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      const answer = request.method === 'POST' ? Buffer.concat(sent).toString() : answerOf(url, secret)
      response.statusCode = answer === undefined ? 404 : 200
      const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? missing))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/**
 * The notes and objects of an installation in a cluster that already has that Secret; `helm template` cannot
 * show them, because it reads no cluster. Rejects with Helm's message.
 */
async function install(values: Values, before: SecretData | null): Promise<z.infer<typeof release>> {
  const home = mkdtempSync(path.join(tmpdir(), 'chart-home-'))
  const server = await listening(before)
  try {
    const { port } = server.address() as AddressInfo
    const args = [
      'install',
      'release',
      chart,
      '--namespace',
      namespace,
      '--values',
      '-',
      '--output',
      'json',
      '--disable-openapi-validation',
      '--kube-apiserver',
      `http://127.0.0.1:${port}`,
    ]
    const releases = path.join(home, 'releases.yaml')
    writeFileSync(releases, '[]')
    // Helm stores no releases and reads no configuration of this machine.
    const env = { HOME: home, HELM_DRIVER: 'memory', HELM_MEMORY_DRIVER_DATA: releases }
    const running = promisify(execFile)(program, args, { env, maxBuffer: 8 << 20 })
    running.child.stdin?.end(stringify(values))
    return release.parse(JSON.parse((await running).stdout))
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(home, { recursive: true, force: true })
  }
}
const release = z.object({ manifest: z.string(), info: z.object({ notes: z.string() }) })

/** The Secret's data after an installation in a cluster that already has that Secret. */
export async function secretAfter(values: Values, before: SecretData | null): Promise<SecretData> {
  const { manifest } = await install(values, before)
  const documents = parseAllDocuments(manifest).map((document): unknown => document.toJS())
  const secret = z.looseObject({ kind: z.literal('Secret'), data: z.record(z.string(), z.string()) })
  const [found] = documents.flatMap((document) => secret.safeParse(document).data ?? [])
  if (!found) throw new Error('The chart renders no Secret')
  return found.data
}

/** Helm's notes after an installation. */
export async function notesOf(values: Values): Promise<string> {
  return (await install(values, null)).info.notes
}
