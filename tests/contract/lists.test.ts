import { readdirSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { unknownId, useAccount } from './account-client.ts'
import { calls, plurals } from './calls.ts'
import { bodyOf, expectRefusal, query, send, type Method } from './client.ts'
import { pageOf } from './generic.ts'

const account = useAccount()
const anything = pageOf(z.looseObject({ _id: z.string() }))

test('every domain of the table has a test file', () => {
  const files = readdirSync(import.meta.dirname)
  expect(Object.keys(calls).filter((domain) => !files.includes(`${domain}.test.ts`))).toEqual([])
})

describe.each(plurals)('the list of %s', (plural) => {
  test.each([{ page: 0 }, { page: 'x' }, { pagesize: 0 }, { pagesize: 10_000 }, { pagesize: 'all' }])(
    'refuses %j',
    async (paging) => {
      expectRefusal(await account().get(`${plural}${query(paging)}`), 400)
    },
  )

  test('returns at most one page, and all rows at 9999', async () => {
    // Other files create and delete rows meanwhile, and the total is counted in a separate query.
    await vi.waitFor(async () => {
      const answer = await account().get(`${plural}${query({ page: 1, pagesize: 9999 })}`)
      const { data, total } = bodyOf(answer, anything)
      expect(data.length).toBe(Math.min(total, 9999))
    })
    const first = bodyOf(await account().get(`${plural}${query({ pagesize: 1 })}`), anything)
    expect(first.data.length).toBe(Math.min(first.total, 1))
    const beyond = bodyOf(await account().get(`${plural}${query({ page: 999_999 })}`), anything)
    expect(beyond.data).toEqual([])
  })

  test('finds nothing in the future', async () => {
    const later = query({ 'created[$gte]': '2999-01-01T00:00:00.000Z' })
    expect(bodyOf(await account().get(`${plural}${later}`), anything)).toEqual({ data: [], total: 0 })
    expect(bodyOf(await account().get(`${plural}/count${later}`), z.object({ count: z.int() })).count).toBe(0)
    expectRefusal(await account().get(`${plural}/findOne${later}`), 404)
  })
})

/** Calls without a token. */
const open = [
  'users/login',
  'users/tokenLogin',
  'users/resetPassword',
  'users/password',
  'users/acceptInvitation',
]
/** Calls without an account: those of a user, and the call that workers make. */
const accountless = ['users/', 'user/{userId}', 'user/invite', 'vars', 'tasks/{id}/report']
const closed = Object.values(calls)
  .flat()
  .map((call) => call.split(' ') as [Method, string])
  .filter(([, path]) => !open.includes(path))
const onAccount = closed.filter(([, path]) => !accountless.some((start) => path.startsWith(start)))
const pathOf = (path: string) => path.replace(/\{\w+\}/g, unknownId)
const bodyFor = (method: Method) => (method === 'POST' || method === 'PUT' ? {} : undefined)

describe('access', () => {
  test.each(closed)('%s %s without a token is 401', async (method, path) => {
    for (const authorization of [undefined, 'Bearer unknown']) {
      const caller = { 'account-id': account().account._id, ...(authorization ? { authorization } : {}) }
      expectRefusal(await send(method, pathOf(path), caller, bodyFor(method)), 401)
    }
  })

  test.each(onAccount)('%s %s without an account is 400, in a foreign one 404', async (method, path) => {
    const { authorization } = account().headers
    expectRefusal(await send(method, pathOf(path), { authorization }, bodyFor(method)), 400)
    const foreign = { authorization, 'account-id': unknownId }
    expectRefusal(await send(method, pathOf(path), foreign, bodyFor(method)), 404)
  })

  test('an unknown call is 404', async () => {
    expectRefusal(await account().get('nothing'), 404)
  })
})
