import { expect, it } from 'vitest'
import type { Call, UpstreamCall } from '#server/gateway/upstream/call.ts'
import { allRuns } from './pages.ts'

interface Run {
  _id: string
  created: string
}

/** A platform with these runs, newest first, and a change between two pages. */
function platformWith(runs: Run[], between: () => void = () => {}) {
  const calls: UpstreamCall['query'][] = []
  const call = async ({ query = {} }: UpstreamCall) => {
    if (calls.length > 0) between()
    calls.push(query)
    const until = query['created[$lte]'] as string | null | undefined
    const found = runs.filter(({ created }) => !until || created <= until)
    const [page, size] = [Number(query['page']), Number(query['pagesize'])]
    return { data: found.slice((page - 1) * size, page * size), total: found.length }
  }
  return { call: call as Call, calls }
}

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()
const run = (number: number, second = number): Run => ({ _id: `w${number}`, created: at(second) })
const newestFirst = (runs: Run[]) => [...runs].sort((a, b) => (a.created < b.created ? 1 : -1))

async function idsOf(call: Call) {
  const ids: string[] = []
  for await (const row of allRuns(call, { appId: 'a1' })) ids.push(String(row['_id']))
  return ids
}

it('every run comes once, over all pages', async () => {
  const runs = newestFirst(Array.from({ length: 1201 }, (_, number) => run(number)))
  expect(await idsOf(platformWith(runs).call)).toEqual(runs.map(({ _id }) => _id))
})

it('runs that start meanwhile repeat none', async () => {
  const runs = newestFirst(Array.from({ length: 700 }, (_, number) => run(number)))
  const known = runs.map(({ _id }) => _id)
  let next = 1000
  const { call } = platformWith(runs, () => runs.unshift(run(next++), run(next++)))
  expect(await idsOf(call)).toEqual(known)
})

it('more runs of one moment than a page has come once', async () => {
  const runs = Array.from({ length: 1300 }, (_, number) => run(number, 5))
  const ids = await idsOf(platformWith([...runs, run(9999, 1)]).call)
  expect([ids.length, new Set(ids).size]).toEqual([1301, 1301])
})

it('a platform that answers the same page to every call is asked no more', async () => {
  const data = Array.from({ length: 500 }, (_, number) => run(number, 5))
  let calls = 0
  const call = async () => (++calls > 5 ? Promise.reject(new Error('asked again')) : { data, total: 9999 })
  expect(await idsOf(call as Call)).toHaveLength(500)
})

it('a page is read only when the rows before it were taken', async () => {
  const { call, calls } = platformWith(newestFirst(Array.from({ length: 1201 }, (_, number) => run(number))))
  const rows = allRuns(call, { appId: 'a1' })
  for (let taken = 0; taken < 500; taken += 1) await rows.next()
  expect(calls).toHaveLength(1)
  await rows.return(undefined)
  expect(calls).toHaveLength(1)
})
