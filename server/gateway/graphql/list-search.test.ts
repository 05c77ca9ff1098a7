import { expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'

const lists = ['plans', 'workers', 'scripts', 'clusters', 'failures']
const pageOfNothing = { data: [], total: 0 }

/** What a platform with these features gets for a search. */
async function searched(list: string, features: string[]): Promise<unknown> {
  const answers = {
    'GET capabilities': { version: '1', features },
    [`GET ${list}`]: pageOfNothing,
  }
  const { errors, calls } = await runOperation(`{ ${list}(search: "night") { total } }`, answers)
  expect(errors).toBeUndefined()
  return calls.find(({ path }) => path === list)?.query
}

it.each(lists)(
  '%s are searched only on a platform that does it; another would refuse the list',
  async (list) => {
    expect(await searched(list, ['listSearch'])).toMatchObject({ search: 'night', page: 1 })
    expect(await searched(list, ['search'])).not.toHaveProperty('search')
  },
)
