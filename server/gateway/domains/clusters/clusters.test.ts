import { describe, expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const cluster = { _id: 'c1', name: 'West', teamId: 't1', tags: ['a'], created: '2026-03-01T12:00:00.000Z' }

it.each<[string, Answers, CallMade[]]>([
  [
    '{ clusters(page: 2, perPage: 10) { total } }',
    { 'GET clusters': { data: [cluster], total: 11 } },
    [{ method: 'GET', path: 'clusters', query: { page: 2, pagesize: 10 } }],
  ],
  ['{ cluster(id: "c1") { id } }', { 'GET clusters/c1': cluster }, [{ method: 'GET', path: 'clusters/c1' }]],
  [
    'mutation { createCluster(name: "West", teamId: "t2") { id } }',
    { 'POST clusters': cluster },
    [{ method: 'POST', path: 'clusters', body: { name: 'West', teamId: 't2' } }],
  ],
  [
    'mutation { updateCluster(id: "c1", name: "West", teamId: "t2", tags: ["b"]) { id } }',
    { 'PUT clusters/c1': cluster },
    [{ method: 'PUT', path: 'clusters/c1', body: { name: 'West', teamId: 't2', tags: ['b'] } }],
  ],
  [
    'mutation { deleteCluster(id: "c1") }',
    { 'DELETE clusters/c1': null },
    [{ method: 'DELETE', path: 'clusters/c1' }],
  ],
  [
    '{ clusterWorkers { name } }',
    { 'GET workers': [] },
    [{ method: 'GET', path: 'workers', query: { page: 1, pagesize: 999 } }],
  ],
])('%s makes its call of the platform', async (operation, answers, calls) => {
  const played = await runOperation(operation, answers)
  expect(played.errors).toBeUndefined()
  expect(played.calls).toEqual(calls)
})

it.each([
  ['plain', cluster],
  ['in data, its team whole', { data: { ...cluster, teamId: { _id: 't1', name: 'Imports' } } }],
])('a cluster has the same fields %s', async (_how, answer) => {
  const { data } = await runOperation('{ cluster(id: "c1") { id name teamId tags created } }', {
    'GET clusters/c1': answer,
  })
  const { _id: id, ...fields } = cluster
  expect(data).toEqual({ cluster: { id, ...fields } })
})

describe('deployable workers', () => {
  const named = ['Dummy', 'META DATA', 'pdfRenderer', 'Webcam', 'other'].map((name) => ({ _id: name, name }))
  const others = Array.from({ length: 100 }, (_, n) => ({ _id: `x${n}`, name: `x${n}` }))
  const pages = {
    'GET workers': ({ query }: CallMade) => ((query as { page: number }).page === 1 ? others : named),
  }
  const names = async (config: object) => {
    const { data, calls } = await runOperation('{ deployableWorkers { name } }', pages, { config })
    expect(calls.map(({ query }) => query)).toEqual([
      { page: 1, pagesize: 100 },
      { page: 2, pagesize: 100 },
    ])
    return (data?.['deployableWorkers'] as { name: string }[]).map(({ name }) => name)
  }

  it('are read a hundred at a time until a short page', async () => {
    expect(await names({})).toHaveLength(105)
  })

  it('of a foreign platform are the four of the default, whatever their case', async () => {
    expect(await names({ PLATFORM_URL: 'http://p' })).toEqual(['Dummy', 'META DATA', 'pdfRenderer', 'Webcam'])
  })

  it('are those of the configuration', async () => {
    expect(await names({ DEPLOYABLE_WORKERS: 'Other, x7' })).toEqual(['x7', 'other'])
  })
})
