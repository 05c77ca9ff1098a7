import { expect, test } from 'vitest'
import { helm, render } from './render.ts'
import { problemsOf } from './strict.ts'
import { valueSets } from './value-sets.ts'

const sets = Object.entries(valueSets)

test.each(sets)(
  '%s: the manifests match the Kubernetes schemas, every field included',
  async (_name, values) => {
    const manifests = await render(values)
    expect((await Promise.all(manifests.map(problemsOf))).flat()).toEqual([])
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  },
)

test.each(sets)('%s: Helm lint reports nothing', async (_name, values) => {
  expect(await helm('lint', values)).toContain('0 chart(s) failed')
})

test('reports a field that Kubernetes does not know, and a value of the wrong kind', async () => {
  const deployment = (await render({})).find(({ kind }) => kind === 'Deployment')!
  const { spec } = deployment
  expect(await problemsOf({ ...deployment, spec: { ...Object(spec), replica: 2 } })).toEqual([
    expect.stringContaining('unknown field /spec/replica'),
  ])
  expect(await problemsOf({ ...deployment, spec: { ...Object(spec), replicas: 'two' } })).toEqual([
    expect.stringContaining('replicas must be integer'),
  ])
})
