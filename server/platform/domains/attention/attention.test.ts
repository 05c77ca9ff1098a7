import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attention } from '#shared/domains/attention/contract.ts'
import { createAttentionBed, lineText, type AttentionBed } from '#tests/support/attention-bed.ts'
import { newUser } from '#tests/support/platform-people.ts'

let bed: AttentionBed

beforeAll(async () => {
  bed = await createAttentionBed()
})
beforeEach(() => bed.begin())
afterAll(() => bed.close())

const send = (...sent: Parameters<AttentionBed['platform']['send']>) => bed.platform.send(...sent)
const decide = (id: string, what: string, body?: object) => send('post', `attention/${id}/${what}`, body)
const only = async () => {
  const [item, ...others] = await bed.items()
  expect(others).toEqual([])
  return item!
}

test('the feature is announced', async () => {
  expect((await send('get', 'capabilities')).body.features).toContain('attention')
})

describe('a failure', () => {
  test('is one item for its group, with what waits behind it', async () => {
    await bed.fail(3, { host: 'h1' })
    await bed.fail(1, { host: 'h2' })
    await bed.platform.pool.query(
      `insert into attempt_outcomes (process, account_id, type, alias, version, host_name, hour, ended, failed)
       values ('p', $1, $2, 'default', '2.14.0', 'h1', $3, 4, 0)`,
      [bed.accountId, bed.current.type, bed.now()],
    )
    await bed.settle()
    const item = await only()
    expect(item).toMatchObject({
      kind: 'failure',
      sentence: 'Card scheme refused the card',
      hurt: { runs: 4, tasks: 8, minutes: 0 },
      owner: null,
      mutedUntil: null,
      closedBefore: null,
      actions: [
        { kind: 'restartGroup', label: 'Restart 4' },
        { kind: 'restartOnAlias', label: 'On another alias…' },
      ],
    })
    expect(item.details.map(lineText)).toEqual([
      expect.stringMatching(/^4 workqueues in Billing \d+, 8 tasks wait behind them · <\d\d:\d\d>$/),
      expect.stringMatching(/^pay · worker shop 2\.14\.1 @ 2 hosts, not on 2\.14\.0$/),
    ])
    expect(bed.told()).toEqual([['save', item.sentence]])
  })

  test('has the owner and the mute of its group, whichever call has set them', async () => {
    await bed.fail(1)
    await bed.settle()
    const { _id, links } = await only()
    const group = async () => (await send('get', `failures/${links.groupId}`)).body
    const owner = { userId: bed.platform.alice.userId, email: bed.platform.alice.email }
    bed.platform.told.length = 0
    expect((await decide(_id, 'assign', { userId: owner.userId })).body).toMatchObject({ _id, owner })
    expect((await group()).owner).toEqual(owner)
    expect((await decide(_id, 'mute', { until: 'change' })).body.mutedUntil).toBe('change')
    expect((await group()).state).toBe('muted')
    await bed.settle()
    expect(bed.told()).toEqual([['update', 'Card scheme refused the card']])
    expect(await bed.read(`appId=${bed.current.appId}`)).toMatchObject({
      total: 0,
      items: [{ mutedUntil: 'change' }],
    })
    await bed.fail(1, { version: '3.0' })
    await bed.settle()
    expect((await only()).mutedUntil).toBeNull()
    await send('post', `failures/${links.groupId}/assign`, { userId: null })
    expect((await only()).owner).toBeNull()
  })

  test('closes when all its tasks have completed, and comes back as the same item', async () => {
    const failed = await bed.fail(2)
    await bed.settle()
    const { _id } = await only()
    await bed.repair(failed[0]!)
    await bed.settle()
    expect((await only()).hurt).toMatchObject({ runs: 1, tasks: 2 })
    await bed.repair(failed[1]!)
    await bed.settle()
    expect(await bed.items()).toEqual([])
    const closedAt = bed.now().toISOString()
    expect((await bed.read(`appId=${bed.current.appId}`)).closedToday).toEqual([
      expect.objectContaining({ _id, kind: 'failure', at: closedAt, text: 'all 2 completed' }),
    ])
    expect(bed.told().map(([event]) => event)).toEqual(['save', 'update', 'remove'])
    bed.platform.clock.advance(60_000)
    await bed.fail(1)
    await bed.settle()
    expect(await only()).toMatchObject({
      _id,
      closedBefore: closedAt,
      passedBefore: false,
      hurt: { runs: 1 },
    })
    expect((await bed.read(`appId=${bed.current.appId}`)).closedToday).toEqual([])
  })

  test('whose tasks were cancelled closes with what became of them, and is not listed without any', async () => {
    const closed = async () =>
      (await bed.read(`appId=${bed.current.appId}`)).closedToday.map(({ text }) => text)
    const cancel = ({ run, task }: { run: string; task: string }) =>
      bed.event('passed', run, task, { reason: 'Cancelled by ada@test' })
    const [one, other] = await bed.fail(2)
    await bed.settle()
    await bed.repair(one!)
    await cancel(other!)
    await bed.settle()
    expect(await bed.items()).toEqual([])
    expect(await closed()).toEqual(['1 completed, the rest cancelled or deleted'])
    await bed.later(60_000)
    const [again] = await bed.fail(1)
    await bed.settle()
    await only()
    await cancel(again!)
    await bed.settle()
    expect(await closed()).toEqual(['cancelled or deleted'])
    const failures = async (state: string) =>
      (await send('get', `failures?state=${state}&type=${bed.current.type}`)).body.total
    expect([await failures('open,regressed'), await failures('closed')]).toEqual([0, 1])
    await bed.platform.pool.query('delete from workqueues where app_id = $1', [bed.current.appId])
    await bed.settle()
    expect([await failures('closed'), await closed()]).toEqual([0, []])
  })

  test('that a person closes is not told among those that closed by themselves', async () => {
    await bed.fail(1)
    await bed.settle()
    const { _id, links } = await only()
    await send('post', `failures/${links.groupId}/close`)
    await bed.settle()
    expect(await bed.read(`appId=${bed.current.appId}`)).toMatchObject({
      items: [],
      closedToday: [],
      total: 0,
    })
    expect((await decide(_id, 'mute', { until: 'change' })).status).toBe(409)
  })

  test('offers another alias only where one is polled', async () => {
    await bed.fail(1)
    await bed.platform.pool.query(
      `insert into attempt_outcomes (process, account_id, type, alias, version, host_name, hour, ended, failed)
       values ('p', $1, $2, 'default', '2.14.1', 'h1', $3, 4, 0)`,
      [bed.accountId, bed.current.type, bed.now()],
    )
    const second = async () => (await only()).actions[1]?.label
    await bed.poll({ alias: 'default' })
    await bed.settle()
    expect(await second()).toBe('Open the task')
    await bed.poll({ alias: 'stable' })
    await bed.later(10_000)
    expect(await second()).toBe('On another alias…')
  })

  test('says what runs again after a restart', async () => {
    const [first] = await bed.fail(2)
    await bed.settle()
    await bed.platform.pool.query(`update tasks set status = 'started' where id = $1`, [first!.task])
    await bed.later(10_000)
    const item = await only()
    expect(lineText(item.details[0])).toContain(', 1 runs again')
    expect(item.actions[0]?.label).toBe('Restart 1')
  })
})

describe('the tasks of a failure', () => {
  type Failed = Awaited<ReturnType<AttentionBed['fail']>>[number]
  const query = (text: string, values: unknown[]) => bed.platform.pool.query(text, values)

  /** A later run has passed these tasks; they are still failed. */
  async function passLater(failed: readonly Failed[]): Promise<void> {
    const tasks = failed.map(({ task }) => task)
    const { rows } = await query(
      'update failure_tasks set repaired = $2 where task_id = any($1::text[]) returning group_id',
      [tasks, bed.now()],
    )
    const group = rows[0].group_id as string
    await query(
      `update failure_groups set open_tasks = open_tasks - $2,
         closed = case when open_tasks = $2 then $3::timestamptz end,
         state = case when open_tasks = $2 then 'closed' else state end where id = $1`,
      [group, tasks.length, bed.now()],
    )
    await query(`insert into attention_changes (account_id, kind, key) values ($1, 'failure', $2)`, [
      bed.accountId,
      group,
    ])
  }
  const restartable = async (group: string) =>
    (await send('get', `failures/${group}/tasks?restartable=true`)).body.total as number

  test('are those that a restart takes up, also where a later run has passed them', async () => {
    const failed = await bed.fail(4)
    await bed.settle()
    await passLater(failed.slice(1))
    await bed.settle()
    const item = await only()
    expect(item).toMatchObject({ hurt: { runs: 4, tasks: 8 }, actions: [{ label: 'Restart 4' }, {}] })
    expect(lineText(item.details[0])).toMatch(/^4 workqueues in Billing \d+, 8 tasks wait behind them/)
    const group = item.links.groupId!
    expect(await restartable(group)).toBe(4)
    const program = await bed.program()
    expect((await bed.read('', program)).items).toMatchObject([
      { hurt: { runs: 4 }, actions: [{ label: 'Restart 4' }, {}] },
    ])
    const { body } = await send('post', `failures/${group}/restart`, {})
    expect(body.total).toBe(4)
    await query(`update workqueues set status = 'cancelled' where id = $1`, [failed[3]!.run])
    await bed.later(10_000)
    expect([(await only()).actions[0]?.label, await restartable(group)]).toEqual(['Restart 3', 3])
  })

  test('that a later run has passed have not completed themselves', async () => {
    const failed = await bed.fail(2)
    await bed.settle()
    await passLater(failed)
    await bed.settle()
    expect(await bed.items()).toEqual([])
    expect((await bed.read(`appId=${bed.current.appId}`)).closedToday).toMatchObject([
      { text: 'a later run passed' },
    ])
    // It is back without ever having been repaired.
    bed.platform.clock.advance(60_000)
    await bed.fail(1)
    await bed.settle()
    expect(await only()).toMatchObject({ closedBefore: expect.any(String), passedBefore: true })
    await bed.later(10_000)
    expect((await only()).passedBefore).toBe(true)
  })

  test('that a person has restarted: nothing to restart until they end, then who did and that it failed again', async () => {
    const failed = await bed.fail(2)
    await bed.settle()
    const group = (await only()).links.groupId!
    const held = await send('post', `failures/${group}/restart`, { holdSeconds: 10 })
    await bed.settle()
    const waiting = await only()
    expect(lineText(waiting.details[0])).toMatch(/, restarting 2 tasks · <\d\d:\d\d>$/)
    expect(waiting.actions.map(({ kind }) => kind)).toEqual(['openTask'])
    expect(await restartable(group)).toBe(0)
    await send('post', `receipts/${held.body._id}/cancel`)
    await bed.later(2000)
    expect((await only()).actions[0]?.label).toBe('Restart 2')

    const by = bed.platform.alice.email
    const restartedAt = bed.now().toISOString()
    for (const { task } of failed)
      await query(
        `update tasks set status = 'started', round = 1, tries = 1, round_actor = $2, queued = $3 where id = $1`,
        [task, by, bed.now()],
      )
    await bed.later(10_000)
    expect(lineText((await only()).details[0])).toContain(', restarting 2 tasks')
    bed.platform.clock.advance(120_000)
    for (const { run, task } of failed) {
      await query(`update tasks set status = 'failed' where id = $1`, [task])
      await bed.event('failed', run, task)
    }
    await bed.settle()
    const again = await only()
    expect(again.actions.map(({ label }) => label)).toEqual(['Open the task', 'Restart 2'])
    expect(lineText(again.details[0])).toMatch(
      new RegExp(
        ` · restarted by ${by.split('@')[0]} <${restartedAt.slice(11, 16)}>, failed again <\\d\\d:\\d\\d>$`,
      ),
    )
    expect(again.details[0]!.parts).toContainEqual({ kind: 'time', text: restartedAt })
    const { restarted, openTasks } = (await send('get', `failures/${group}`)).body
    expect([restarted, openTasks]).toEqual([{ by, at: restartedAt }, 2])
  })
})

describe('other items', () => {
  test('can be muted until a moment or until they change, and given to members', async () => {
    await bed.queue(1)
    await bed.later(5000)
    const { _id, sentence } = await only()
    const until = new Date(bed.platform.clock.now() + 60_000).toISOString()
    expect((await decide(_id, 'mute', { until })).body.mutedUntil).toBe(until)
    expect((await bed.read(`appId=${bed.current.appId}`)).total).toBe(0)
    bed.platform.told.length = 0
    await bed.later(60_001)
    expect((await only()).mutedUntil).toBeNull()
    expect(bed.told()).toContainEqual(['update', sentence])
    expect((await decide(_id, 'mute', { until: 'change' })).body.mutedUntil).toBe('change')
    expect((await decide(_id, 'unmute')).body.mutedUntil).toBeNull()
    const max = await newUser(bed.platform, `max-${bed.current.type}`, {
      of: bed.platform.alice,
      role: 'member',
    })
    const { body } = await decide(_id, 'assign', { userId: max.userId })
    expect(body.owner).toEqual({ userId: max.userId, email: max.email })
    expect((await decide(_id, 'assign', { userId: null })).body.owner).toBeNull()
    const { rows } = await bed.platform.pool.query<{ action: string }>(
      `select action, actor from audit where entity = 'attention' and entity_id = $1 order by at, id`,
      [_id],
    )
    expect(rows.map(({ action }) => action).sort()).toEqual(['assign', 'assign', 'mute', 'mute', 'unmute'])
  })

  test('a mute until it changes ends when the item closes', async () => {
    const run = await bed.queue(1)
    await bed.later(5000)
    const { _id } = await only()
    await decide(_id, 'mute', { until: 'change' })
    await bed.platform.pool.query(`update tasks set status = 'ended' where workqueue_id = $1`, [run])
    await bed.later(5000)
    expect(await bed.items()).toEqual([])
    await bed.queue(1)
    await bed.later(5000)
    expect(await only()).toMatchObject({ _id, mutedUntil: null, closedBefore: expect.any(String) })
  })
})

describe('a call', () => {
  test('with a wrong value names its field', async () => {
    await bed.fail(1)
    await bed.settle()
    const { _id } = await only()
    const past = new Date(bed.platform.clock.now()).toISOString()
    for (const [what, body, field] of [
      ['mute', { until: past }, 'until'],
      ['mute', { until: 'soon' }, 'until'],
      ['mute', { until: 'change', reason: 'x' }, 'reason'],
      ['assign', {}, 'user id'],
      ['assign', { userId: bed.platform.bob.userId }, 'user id'],
    ] as const) {
      const answer = await decide(_id, what, body)
      expect([what, answer.status, answer.body.message]).toEqual([
        what,
        400,
        expect.stringMatching(new RegExp(field, 'i')),
      ])
    }
    for (const query of ['kind=lost', 'since=yesterday', 'page=1', 'sort=since'])
      expect([query, (await send('get', `attention?${query}`)).status]).toEqual([query, 400])
    expect((await decide('f'.repeat(24), 'unmute')).status).toBe(404)
  })

  test('of a program answers only its app, and decides nothing', async () => {
    const other = (await send('post', 'apps', { name: `Other ${bed.current.type}`, description: 'B' })).body
      ._id
    await bed.fail(2, { version: '1.0', host: 'own' })
    bed.platform.clock.advance(1000)
    await bed.fail(1, { app: other, version: 'hidden', host: 'secret' })
    await bed.queue(2)
    await bed.queue(3, { app: other })
    await bed.queue(1, { app: other, alias: 'elsewhere' })
    await bed.later(5000)
    const program = await bed.program()
    const answer = await bed.read('', program)
    expect(attention.parse(answer).items).toHaveLength(2)
    const [failure, queue] = ['failure', 'queueNobody'].map((kind) =>
      answer.items.find((item) => item.kind === kind)!,
    )
    expect(failure).toMatchObject({ hurt: { runs: 2 }, links: { appId: bed.current.appId } })
    expect(lineText(failure!.details[0])).toMatch(new RegExp(`^2 workqueues in ${bed.current.app} · <`))
    expect(lineText(queue!.details[0])).toMatch(/^2 queued, last poll never/)
    expect(queue!.hurt).toMatchObject({ runs: 1, tasks: 2 })
    for (const secret of ['secret', 'hidden', 'Other', 'elsewhere', other])
      expect(JSON.stringify(answer)).not.toContain(secret)
    expect(answer.apps.map(({ appId }) => appId)).toEqual([bed.current.appId])
    expect((await send('get', `attention?appId=${other}`, undefined, program)).status).toBe(404)
    const refused = await send('post', `attention/${failure!._id}/unmute`, undefined, program)
    expect(refused.status).toBe(403)
  })

  test('answers nothing of another account', async () => {
    await bed.fail(1)
    await bed.settle()
    const { _id } = await only()
    expect(await bed.read('', bed.platform.bob)).toMatchObject({ items: [], apps: [], total: 0 })
    for (const [what, body] of Object.entries({ unmute: undefined, mute: { until: 'change' } }))
      expect((await send('post', `attention/${_id}/${what}`, body, bed.platform.bob)).status).toBe(404)
  })

  test('sorts by what waits, filters by kind and app, and counts what is not muted', async () => {
    await bed.fail(1)
    await bed.queue(7)
    await bed.queue(2, { alias: 'small' })
    await bed.later(5000)
    const answer = await bed.read(`appId=${bed.current.appId}`)
    expect(answer.items.map(({ hurt }) => hurt.runs + hurt.tasks)).toEqual([8, 3, 3])
    expect(answer.total).toBe(3)
    expect((await bed.items('kind=failure')).map(({ kind }) => kind)).toEqual(['failure'])
    expect(await bed.items('kind=runLate')).toEqual([])
  })
})
