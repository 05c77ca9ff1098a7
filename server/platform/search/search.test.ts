import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSearch } from '#shared/domains/search/query.ts'
import { evidence } from '#tests/support/evidence.ts'
import { createSearchBed } from '#tests/support/search-bed.ts'
import { newUser } from '#tests/support/platform-people.ts'
import { insertTask } from '#tests/support/platform-rows.ts'
import { createDatabase } from '../db/database.ts'
import { countHits } from './run-search.ts'

let bed: Awaited<ReturnType<typeof createSearchBed>>
beforeAll(async () => {
  bed = await createSearchBed()
})
afterAll(() => bed.close())

test('a run is found by its words, terms and values', async () => {
  const plan = (await bed.platform.send('post', 'plans', { name: 'Month end closing', tasks: [] })).body
    ._id as string
  const first = await bed.make({
    name: 'Nightly refunds EU',
    description: 'pays card refunds back',
    tags: ['EU-West', 'card'],
    by: 'ana@northwind.example',
    status: 'failed',
    started: 180,
    activeMs: 700_000,
    initial: {
      customer: 991,
      order: { id: 'o17', items: [{ sku: 'A1' }, { sku: 'b2' }] },
      odd: 'a\u0000b',
      paid: true,
    },
    state: { customer: 991, total: 12.5, note: '', nothing: null },
    alias: 'Payments',
    reason: 'Card scheme refused the card: error 4711',
  })
  await bed.make({
    name: 'Ledger Übertrag',
    description: 'x'.repeat(1900),
    tags: ['ledger'],
    by: 'Deploy token',
    status: 'started',
    started: 30,
    initial: { customer: '991', order: { id: 'o18' } },
    planId: plan,
  })
  await bed.settle()
  const [refunds, ledger] = [['Nightly refunds EU'], ['Ledger Übertrag']]
  const table: [string, string[]][] = [
    ['refunds', refunds],
    ['REFUND nightly', refunds],
    ['efunds', []],
    ['card', refunds],
    ['eu', refunds],
    ['eu-w', refunds],
    ['"refunds eu"', refunds],
    ['"eu refunds"', []],
    ['"refund"', []],
    ['"card refunds back"', refunds],
    ['übertr', ledger],
    ['month', ledger],
    ['x'.repeat(400), ledger],
    ['x'.repeat(150), ledger],
    [first, refunds],
    [first.slice(0, 20), refunds],
    [first.slice(0, 6), [...ledger, ...refunds]],
    [first.slice(-6), refunds],
    [`-${first.slice(-6)}`, ledger],
    [first.slice(-7), []],
    [`"${first}"`, refunds],
    [`-${first}`, ledger],
    ['-refunds', ledger],
    ['-ledger -nightly', []],
    ['status:failed', refunds],
    ['status:failed,started', [...ledger, ...refunds]],
    ['status:failed status:started', []],
    ['-status:failed', ledger],
    ['refunds status:started', []],
    ['refunds -status:started', refunds],
    ['plan:closing', ledger],
    ['plan:"month end"', ledger],
    ['plan:refunds', []],
    [`plan:${plan}`, ledger],
    ['-plan:month', refunds],
    ['tag:eu-west', refunds],
    ['tag:eu', []],
    ['-tag:ledger', refunds],
    ['by:ana', refunds],
    ['by:Ana@northwind.example', refunds],
    ['by:an', []],
    ['by:"deploy token"', ledger],
    ['reason:refused', refunds],
    ['reason:"scheme refused"', refunds],
    ['reason:4711', refunds],
    ['refused', []],
    ['-reason:refused', ledger],
    ['alias:payments', refunds],
    ['-alias:payments', ledger],
    ['started:<2h', ledger],
    ['started:>2h', refunds],
    ['-started:<2h', refunds],
    ['nightly started:>2h', refunds],
    ['nightly started:<2h', []],
    ['duration:>10m', refunds],
    ['nightly duration:>10m', refunds],
    ['nightly duration:<10m', []],
    ['customer=991', [...ledger, ...refunds]],
    ['customer="991" -order.id=o18', refunds],
    ['state.order.id:o17', refunds],
    ['order.items.sku=a1', refunds],
    ['order.items.1.sku=B2', refunds],
    ['order.items.0.sku=b2', []],
    ['paid=true total=12.5 nothing=null note=""', refunds],
    ['tag:card customer=991 reason:card by:ana -plan:month "nightly refunds" status:failed', refunds],
  ]
  for (const [search, names] of table) expect([search, await bed.names(search)]).toEqual([search, names])
})

test('a run is found as it is now, and no longer once it is deleted', async () => {
  const id = await bed.make({ name: 'Quokka', status: 'started', initial: { step: 'one' }, alias: 'first' })
  await bed.settle()
  const { pool } = bed.platform
  await pool.query(`update workqueues set state = '{"step":"two"}', active_ms = 5000 where id = $1`, [id])
  await pool.query(
    `update tasks set alias = 'second', status = 'failed', reason = 'Out of leaves' where workqueue_id = $1`,
    [id],
  )
  await pool.query(`update workqueues set status = 'failed' where id = $1`, [id])
  await bed.settle()
  for (const search of [
    'quokka step=one',
    'step=two',
    'alias:second',
    'reason:leaves',
    'quokka status:failed',
    'quokka duration:<6s',
  ])
    expect([search, await bed.names(search)]).toEqual([search, ['Quokka']])
  expect(await bed.names('alias:first')).toEqual([])
  await bed.platform.send('put', `workqueues/${id}`, { name: 'Wombat', tags: ['burrow'] })
  await bed.settle()
  expect([await bed.names('quokka'), await bed.names('wombat'), await bed.names('tag:burrow')]).toEqual([
    [],
    ['Wombat'],
    ['Wombat'],
  ])
  await pool.query('delete from workqueues where id = $1', [id])
  expect((await bed.read('wombat')).body.data).toEqual([])
  await bed.settle()
  expect(await bed.names('wombat')).toEqual([])
  expect((await pool.query('select from run_search where run_id = $1', [id])).rowCount).toBe(0)
})

describe('beside a search', () => {
  test('all filters apply, and other accounts are never seen', async () => {
    const { alice, bob, pool } = bed.platform
    const other = await bed.appOf(alice, 'Other')
    const foreign = await bed.appOf(bob, 'Foreign')
    const parent = await bed.make({ name: 'Platypus parent', tags: ['Red'] })
    const task = await insertTask(pool, { accountId: alice.accountId, appId: bed.appId, workqueueId: parent })
    const child = await bed.make({
      name: 'Platypus child',
      tags: ['red', 'blue'],
      status: 'failed',
      parentTaskId: task,
    })
    await pool.query('update workqueues set parent_id = $2 where id = $1', [child, parent])
    const late = new Date('2026-03-02T12:00:00.000Z')
    await bed.make({ name: 'Platypus other', created: late }, { accountId: alice.accountId, appId: other })
    await bed.make({ name: 'Platypus foreign' }, { accountId: bob.accountId, appId: foreign })
    await bed.settle()
    const [own, ofChild, ofOther] = ['Platypus parent', 'Platypus child', 'Platypus other']
    expect(await bed.names('platypus')).toEqual([ofChild, ofOther, own])
    expect(await bed.names('platypus', '', bob)).toEqual(['Platypus foreign'])
    const filters: [string, string[]][] = [
      [`appId=${bed.appId}`, [ofChild, own]],
      ['root=true', [ofOther, own]],
      [`parentId=${parent}`, [ofChild]],
      ['status=failed,started', [ofChild]],
      ['tags=red', [ofChild]],
      ['tags=Red,blue', [ofChild, own]],
      [`created[$gte]=${late.toISOString()}`, [ofOther]],
      ['created[$lte]=2026-03-01T12:00:00.000Z', [ofChild, own]],
      ['stuck=true', []],
    ]
    for (const [filter, names] of filters)
      expect([filter, await bed.names('platypus', `&${filter}`)]).toEqual([filter, names])
    expect((await bed.platform.send('get', 'workqueues/count?search=platypus')).body).toEqual({ count: 3 })
    expect(
      (await bed.platform.send('get', `workqueues/findOne?search=platypus&appId=${other}`)).body.name,
    ).toBe(ofOther)
  })

  test('pages and orders are those of the list', async () => {
    const at = (minute: number) => new Date(Date.parse('2026-03-03T12:00:00.000Z') + minute * 60_000)
    for (const minute of [2, 0, 4, 1, 3]) await bed.make({ name: `Echidna ${minute}`, created: at(minute) })
    await bed.settle()
    const pageOf = async (more: string) =>
      (await bed.read('echidna', `&pagesize=2${more}`)).body.data
        .map(({ name }: { name: string }) => name.slice(-1))
        .join('')
    expect(await pageOf('')).toBe('43')
    expect(await pageOf('&page=2')).toBe('21')
    expect(await pageOf('&page=3')).toBe('0')
    expect(await pageOf('&page=4')).toBe('')
    expect(await pageOf('&sort=created&page=2')).toBe('23')
    expect(await pageOf('&sort=-name')).toBe('43')
    expect(await pageOf('&sort=name&page=3')).toBe('4')
  })

  test('the total is counted up to 1,000', async () => {
    const { alice, pool } = bed.platform
    await pool.query(
      `insert into workqueues (id, account_id, app_id, name, status, created, initial_state, state)
       select md5(no::text), $1, $2, 'Bilby ' || no, 'cancelled', now(), '{}', '{}' from generate_series(1, 1001) no`,
      [alice.accountId, bed.appId],
    )
    await bed.settle()
    for (const search of ['bilby', 'status:cancelled'])
      expect((await bed.read(search)).body).toMatchObject({ total: 1000, more: true })
    await pool.query(`delete from workqueues where name = 'Bilby 1001'`)
    await bed.settle()
    for (const search of ['bilby', 'status:cancelled'])
      expect((await bed.read(search)).body).toMatchObject({ total: 1000, more: false })
  })

  test('a wrong term is refused by name; a search without a term is no search', async () => {
    const { status, body } = await bed.read('bilby foo:bar')
    expect([status, body.message]).toEqual([400, expect.stringContaining('“foo:bar”: there is no term foo:')])
    expect((await bed.read('  ', '&pagesize=1')).body).not.toHaveProperty('more')
    expect((await bed.platform.send('get', 'capabilities')).body.features).toContain('search')
  })
})

/** Check 89. Each is a text that has broken a search somewhere: too long, too deep, a pattern, a statement, broken text. */
const weapons: readonly string[] = [
  'x'.repeat(10_000),
  'a '.repeat(2000),
  '-'.repeat(1000),
  '"'.repeat(999),
  '"never closed',
  `state.${'a.'.repeat(200)}b:1`,
  'state.__proto__.polluted:1',
  'state.constructor:1',
  '(a+)+$',
  '%_%_%_%',
  '\\\\%',
  "'; drop table workqueues; --",
  'bilby" or "1"="1',
  'started:>99999999999999h',
  'duration:>-1m',
  'started:>1e309h',
  'status:nothing',
  'status:',
  ':',
  '=',
  '=value',
  'path=',
  '-status:failed -status:failed -status:failed',
  '<script>alert(1)</script>',
  '\u202egnp.exe',
  '\ud83d\ude00\u0301\u0301\u0301',
  'ﷺ'.repeat(100),
]

test('no search breaks anything: it is answered in bounded time, or refused with the term named', async () => {
  let [answered, refused, slowest] = [0, 0, 0]
  for (const search of weapons) {
    const begun = performance.now()
    const { status, body } = await bed.read(search)
    slowest = Math.max(slowest, performance.now() - begun)
    expect([search, status === 200 || status === 400]).toEqual([search, true])
    if (status === 200) answered++
    else {
      refused++
      expect([search, body.message]).toEqual([search, expect.stringMatching(/“|Search must|Search /)])
      expect(body.message.length).toBeLessThan(600)
    }
  }
  expect((await bed.read('a '.repeat(200))).body.message).toMatch(/at most 20 terms/)
  // What is left of the platform works as before.
  expect((await bed.read('bilby')).status).toBe(200)
  expect(slowest).toBeLessThan(5000)
  evidence({
    check: 89,
    figures: {
      searches: weapons.length,
      answered,
      'refused by name': refused,
      'other answers': 0,
      'slowest, ms': Math.round(slowest),
    },
    breaks: 'the number of terms is not limited',
  })
})

test('a run that is found has the moment since which it has its status', async () => {
  const [created, ended] = ['2026-03-01T12:00:00.000Z', '2026-03-01T12:03:00.000Z']
  await bed.make({ name: 'Wombat running', status: 'started', created: new Date(created) })
  const id = await bed.make({ name: 'Wombat over', status: 'failed', created: new Date(created) })
  await bed.platform.pool.query('update workqueues set ended = $2 where id = $1', [id, ended])
  await bed.settle()
  const { body } = await bed.platform.send('get', 'search?q=wombat')
  const hits = body.data[0].hits as { name: string; since: string }[]
  expect(Object.fromEntries(hits.map(({ name, since }) => [name, since]))).toEqual({
    'Wombat running': created,
    'Wombat over': ended,
  })
})

test('a bare value finds the runs with this input, and the search that lists them', async () => {
  const make = async (name: string, inputs: object) => {
    // Others have made many runs.
    const created = new Date(Date.now() + 86_400_000)
    const id = await bed.make({ name, initial: inputs, created })
    await bed.platform.pool.query('update workqueues set inputs = $2 where id = $1', [
      id,
      JSON.stringify(inputs),
    ])
  }
  await make('Quokka one', { tenant: 'Umbrella', 'odd path': 'quoll' })
  await make('Quokka two', { tenant: 'umbrella', owner: 'the "big" firm' })
  await make('Quokka three', { customer: 'umbrella' })
  await bed.settle()
  const found = async (q: string) => {
    const { body } = await bed.platform.send('get', `search?q=${encodeURIComponent(q)}`)
    return body.data.map(({ search, hits }: { search?: string; hits: { name: string }[] }) => [
      search,
      hits.map(({ name }) => name).sort(),
    ])
  }
  expect(await found('UMBRELLA')).toEqual([['tenant=UMBRELLA', ['Quokka one', 'Quokka two']]])
  expect(await found('the "big" firm')).toEqual([['owner="the \\"big\\" firm"', ['Quokka two']]])
  expect(await found('quoll')).toEqual([])
  expect(await found('quokka')).toEqual([[undefined, ['Quokka one', 'Quokka three', 'Quokka two']]])
})

test('a viewer without payloads finds no run by a value: what is found would tell it', async () => {
  const { platform } = bed
  const viewer = await newUser(platform, 'vera', { of: platform.alice, role: 'viewer' })
  const member = `accounts/${platform.alice.accountId}/memberships/${viewer.userId}`
  const created = new Date(Date.now() + 86_400_000)
  const id = await bed.make({ name: 'Numbat', initial: { tenant: 'bandicoot' }, created })
  await platform.pool.query('update workqueues set inputs = $2 where id = $1', [id, '{"tenant":"bandicoot"}'])
  await bed.settle()
  const counts = () =>
    Promise.all(
      ['bandicoot', 'tenant=bandicoot', 'state.tenant:bandicoot', '-tenant=other numbat', 'numbat'].map(
        async (q) =>
          (await platform.send('get', `search?q=${encodeURIComponent(q)}`, undefined, viewer)).body.data
            .length,
      ),
    )
  expect(await counts()).toEqual([1, 1, 1, 1, 1])
  await platform.send('put', member, { role: 'viewer', payloads: 'hidden' })
  expect(await counts()).toEqual([0, 0, 0, 0, 1])
})

test('hits in older buckets are counted for a limited time, and listed', async () => {
  const { pool } = bed.platform
  for (const name of ['Kowari old', 'Kowari new']) {
    await bed.make({ name })
    await bed.settle()
    await pool.query('update search_progress set newest = newest + 20')
  }
  const request = {
    accountId: bed.platform.alice.accountId,
    terms: parseSearch('kowari').terms,
    filters: {},
    now: bed.platform.clock.now(),
  }
  const db = createDatabase(pool)
  // Both are older than the newest five buckets.
  expect(await countHits(db, request, { forMs: 0 })).toEqual({ total: 0, more: true })
  expect(await countHits(db, request, { forMs: 10_000 })).toEqual({ total: 2, more: false })
  const { body } = await bed.read('kowari')
  expect([body.total, body.data.map(({ name }: { name: string }) => name)]).toEqual([
    2,
    ['Kowari new', 'Kowari old'],
  ])
})
