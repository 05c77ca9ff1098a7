import { describe, expect, test } from 'vitest'
import { fastest } from '#tests/support/fastest.ts'
import { seededRandom } from '#tests/support/random.ts'
import { deploymentDefaults } from './defaults.ts'
import type { DeploymentForm } from './deployment.ts'
import { createFluxConfig, readFluxConfig, updateFluxConfig } from './flux.ts'
import { helmReleaseJsonSchema } from './flux-schema.ts'

const form: DeploymentForm = {
  ...structuredClone(deploymentDefaults),
  alias: 'meta-data',
  environment: { LOG_LEVEL: 'info' },
}
const origin = { gitUrl: null, workerType: 'task.ops.metadata' }
const config = createFluxConfig(form, origin)

const formOf = (text: string) => {
  const read = readFluxConfig(text)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read.form
}
const faultsOf = (text: string) => {
  const read = readFluxConfig(text)
  if (!('faults' in read)) throw new Error('The text was taken')
  return read.faults.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)
}

test('a form becomes a HelmRelease', () => {
  expect(config).toBe(`apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: meta-data
  namespace: ops
spec:
  interval: 5m
  chart:
    spec:
      chart: worker
      sourceRef:
        kind: HelmRepository
        name: workforce
        namespace: flux-system
  values:
    image:
      repository: ops/metadata
      tag: "latest"
    replicaCount: 1
    resources:
      limits:
        cpu: "1000m"
        memory: "128Mi"
      requests:
        cpu: "10m"
        memory: "64Mi"
    env:
      "LOG_LEVEL": "info"
`)
})

test.each([
  ['https://git.example.test/ops/Fleet.git', 'fleet'],
  ['ssh://git@git.example.test/ops/worker_charts/', 'worker-charts'],
])('with the repository %s the chart is read from it', (gitUrl, name) => {
  const text = createFluxConfig(form, { ...origin, gitUrl })
  expect(text).toContain(
    `chart: ./charts/worker\n      sourceRef:\n        kind: GitRepository\n        name: ${name}\n`,
  )
  expect(formOf(text)).toEqual(form)
})

const random = seededRandom(20_260_301)
const below = (count: number) => Math.floor(random() * count)
const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
const textOf = (letters: readonly string[], length: number) =>
  Array.from({ length: below(length) }, () => pick(letters)).join('')
const odd = [
  ...'aZ09 \t\n\r"\'\\#:-?*&!|>%@`{}[],.~<=/éß語€',
  '\u00a0',
  '😀',
  ': ',
  ' #',
  '\\n',
  '{{',
  '\u2026',
]
const words = [
  '',
  'on',
  'yes',
  'null',
  '~',
  '012',
  '1_000',
  '1:30',
  '0x1f',
  '1e3',
  '.inf',
  '2026-03-01',
  '<<',
  'true',
]
const named = () => `${pick(['A', '_', '-', '.', 'on', 'NO', 'y', 'null'])}${textOf([...'AZaz09_.-'], 12)}`

function randomForm(): DeploymentForm {
  const cpu = below(4000)
  const memory = 1 + below(4096)
  return {
    alias: `a${textOf([...'az09-'], 40)}9`,
    dockerTag: `${pick(['v', '1', '_', '0'])}${textOf([...'aZ09_.-'], 20)}`,
    replicaCount: below(1001),
    resources: {
      limits: { cpu: pick([`${cpu + 1}m`, `${1 + cpu}`, `${cpu + 1}.5`]), memory: `${memory + 1}Mi` },
      requests: { cpu: `${below(cpu)}m`, memory: pick([`${below(memory)}Mi`, `${below(memory)}Ki`, '0']) },
    },
    environment: Object.fromEntries(
      Array.from({ length: below(12) }, () => [named(), random() < 0.4 ? pick(words) : textOf(odd, 60)]),
    ),
  }
}

test('500 random forms are read back unchanged', () => {
  for (let round = 0; round < 500; round += 1) {
    const one = randomForm()
    expect(formOf(createFluxConfig(one, origin))).toEqual(one)
  }
})

test('a form written over an edited text is read back unchanged, for 300 random pairs', () => {
  for (let round = 0; round < 300; round += 1) {
    const [first, second] = [randomForm(), randomForm()]
    const text = createFluxConfig(first, origin).replace('values:', 'values: # ours\n    extra: [1, 2]')
    const updated = updateFluxConfig(text, second)
    expect(formOf(updated)).toEqual(second)
    expect(updated).toContain('# ours\n    extra: [1, 2]')
  }
})

describe('a form over a text that was edited by hand', () => {
  const edited = `# The release of the metadata worker.
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: meta-data # as in the cluster
  namespace: ops
  labels: {tier: back}

spec:
  interval: 1h30m
  suspend: false
  chart: {spec: {chart: worker, version: '>=2', sourceRef: {kind: HelmRepository, name: own}}}
  values:
    nodeSelector: {disk: ssd}
    image:
      tag: 'v1' # the last good one
    replicaCount: 3
    resources:
      limits: {cpu: 1, memory: 1Gi, ephemeral-storage: 1Gi}
      requests: {cpu: 0.5, memory: 512Mi}
    env:
      # Seen by everybody.
      LOG_LEVEL: info # or debug
      TOKEN: |
        line one
        line two
`

  test('plain numbers and blocks are read', () => {
    expect(formOf(edited)).toEqual({
      alias: 'meta-data',
      dockerTag: 'v1',
      replicaCount: 3,
      resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '0.5', memory: '512Mi' } },
      environment: { LOG_LEVEL: 'info', TOKEN: 'line one\nline two\n' },
    })
  })

  test('an unchanged form leaves every character', () => {
    expect(updateFluxConfig(edited, formOf(edited))).toBe(edited)
  })

  test('a changed form changes only its own values', () => {
    const next = {
      ...formOf(edited),
      dockerTag: 'v2',
      replicaCount: 5,
      environment: { LOG_LEVEL: 'debug', NEW: 'on' },
    }
    const expected = edited
      .replace("'v1'", '"v2"')
      .replace('replicaCount: 3', 'replicaCount: 5')
      .replace('LOG_LEVEL: info', 'LOG_LEVEL: "debug"')
      .replace('      TOKEN: |\n        line one\n        line two\n', '      "NEW": "on"\n')
    expect(updateFluxConfig(edited, next)).toBe(expected)
  })

  test.each(['env: {}', 'env:', 'other: 1'])('fills "%s"', (line) => {
    const bare = edited.slice(0, edited.indexOf('    env:')) + `    ${line}\n`
    const text = updateFluxConfig(bare, { ...formOf(bare), environment: { A: 'b' } })
    expect(formOf(text).environment).toEqual({ A: 'b' })
  })
})

describe('a text is refused', () => {
  const changed = (from: string, to: string) => faultsOf(config.replace(from, to))

  test.each([
    ['an empty text', '', ['1:1 : Invalid input']],
    ['a list', '- a\n', ['1:1 : Invalid input']],
    ['two documents', `${config}---\na: 1\n`, ['29:1 : the text must be one document']],
    ['a broken text', 'a: [1', ['1:6 : Flow sequence']],
  ])('%s', (_what, text, faults) => {
    expect(faultsOf(text)).toEqual(faults.map((fault) => expect.stringContaining(fault)))
  })

  test.each([
    ['a wrong tag', 'tag: "latest"', 'tag: ":x"', '18:12 spec.values.image.tag: must be a Docker tag'],
    ['a tag that is a number', 'tag: "latest"', 'tag: 1.10', '18:12 spec.values.image.tag: must be text'],
    ['no replicas', '    replicaCount: 1\n', '', '15:3 spec.values.replicaCount: must be a whole number'],
    [
      'a wrong value elsewhere',
      'interval:',
      'suspend: no\n  interval:',
      '7:12 spec.suspend: must be true or false',
    ],
    ['an unknown key', 'interval:', 'intervals: 1\n  interval:', '7:14 spec.intervals: is not known here'],
    ['requests above limits', '"10m"', '"2"', '25:14 spec.values.resources.requests.cpu: must not be more'],
    [
      'no amount',
      '"64Mi"',
      'much',
      '26:17 spec.values.resources.requests.memory: must be an amount of memory',
    ],
    ['a value that is no text', '"info"', '8080', '28:20 spec.values.env.LOG_LEVEL: must be text'],
    ['a word that is true to some', '"info"', 'on', '28:20 spec.values.env.LOG_LEVEL: must be in quotes'],
    ['a name that is false to some', '"LOG_LEVEL"', 'NO', '28:11 spec.values.env.NO: must be in quotes'],
    ['a wrong name', '"LOG_LEVEL"', '"1 B"', '28:14 spec.values.env.1 B: the name may have letters'],
    ['another kind', 'kind: HelmRelease', 'kind: Pod', '2:7 kind: '],
    ['an old version', 'io/v2', 'io/v2beta1', '1:13 apiVersion: '],
    ['a name that is no label', 'name: meta-data', 'name: Meta', '4:9 metadata.name: must be lower case'],
    [
      'a key given twice',
      'interval: 5m',
      'interval: 5m\n  interval: 6m',
      '8:3 : the key interval is there twice',
    ],
    ['__proto__', '"LOG_LEVEL"', '__proto__', '28:7 : the key __proto__ is not taken'],
    ['a merge key', '"LOG_LEVEL": "info"', '<<: {A: b}', '28:7 : merge keys are not taken'],
    ['an anchor', '"info"', '&a "info"', '28:20 : anchors are not taken'],
    ['an alias', '"info"', '*a', '28:20 : aliases are not taken'],
    ['a tag of a language', '"info"', '!!js/function x', '28:20 : tags are not taken'],
    ['a directive', 'apiVersion', '%YAML 1.1\n---\napiVersion', '1:1 : directives are not taken'],
    ['a control character', '"info"', '"\u0007"', '28:21 : control characters are not taken'],
    ['an unknown escape', '"info"', '"\\q"', '28:20 : an escape in quotes is unknown'],
  ])('for %s, with its position', (_what, from, to, fault) => {
    expect(changed(from, to)).toEqual([expect.stringContaining(fault)])
  })

  test('with all faults at once', () => {
    const text = config.replace('"latest"', '":"').replace('replicaCount: 1', 'replicaCount: -1')
    expect(faultsOf(text)).toEqual([
      expect.stringContaining('18:12 spec.values.image.tag: '),
      expect.stringContaining('19:19 spec.values.replicaCount: '),
    ])
  })
})

describe('a hostile text is refused quickly', () => {
  const size = 256 * 1024
  const filled = (part: string) => part.repeat(Math.floor(size / part.length))
  const bomb = `a: &a [x,x]\n${[...'bcdefghi'].map((name, index) => `${name}: &${name} [*${'abcdefgh'[index]},*${'abcdefgh'[index]}]\n`).join('')}`
  test.each([
    ['brackets', filled('[')],
    ['braces', filled('{a: ')],
    ['dashes', filled('- ')],
    ['questions', filled('? ')],
    ['deep blocks', Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
    ['many keys', Array.from({ length: 26_000 }, (_, index) => `k${index}: 1\n`).join('')],
    ['the same key', filled('a: 1\n')],
    ['one key in braces', `{${filled('a: 1, ')}}`],
    ['empty keys', filled(':\n')],
    ['comments', filled('#\n')],
    ['quotes', filled('"')],
    ['commas', `[${filled(',')}`],
    ['escapes', `"${filled('\\q')}"`],
    ['anchors', filled('&a ')],
    ['tabs', filled('\t- a\n')],
    ['documents', filled('---\n')],
    ['pairs in a list', `[${filled('a: ')}`],
    ['an alias bomb', bomb],
    ['commas within the bounds', `[${','.repeat(9_900)}`],
    ['quotes within the bounds', '"'.repeat(9_900)],
    ['tabs within the bounds', '\t- a\n'.repeat(1_900)],
    ['a merge chain', `a: &a {x: 1}\n${filled('b: {<<: *a}\n')}`],
  ])('%s', async (_what, text) => {
    // Generous: the texts that it guards against took seconds or ended the process.
    expect(await fastest(2, () => expect(faultsOf(text).length).toBeGreaterThan(0))).toBeLessThan(500)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('any text within the bounds is read quickly', async () => {
    const text = config + Array.from({ length: 1300 }, (_, index) => `    k${index}: 1\n`).join('')
    expect(await fastest(2, () => expect(formOf(text)).toEqual(form))).toBeLessThan(500)
  })
})

test('the editor gets the schema', () => {
  expect(JSON.stringify(helmReleaseJsonSchema())).toContain('"const":"helm.toolkit.fluxcd.io/v2"')
})
