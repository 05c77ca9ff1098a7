import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { leaveRepository } from '../gitops/outbox.ts'
import { leaveService } from '../queues/sent-tasks.ts'
import { createAttentionBed, lineText, type AttentionBed } from '#tests/support/attention-bed.ts'

let bed: AttentionBed

beforeAll(async () => {
  bed = await createAttentionBed()
})
beforeEach(() => bed.begin())
afterAll(() => bed.close())

const send = (...sent: Parameters<AttentionBed['platform']['send']>) => bed.platform.send(...sent)
const query = (text: string, values: unknown[] = []) => bed.platform.pool.query(text, values)
const DAY_MS = 86_400_000
const at = (ms: number) => new Date(bed.platform.clock.now() + ms)
const only = async () => {
  const [item, ...others] = await bed.items()
  expect(others).toEqual([])
  return item!
}
const ofKind = async (kind: string) => (await bed.read(`kind=${kind}`)).items
const closedTexts = async () =>
  (await bed.read(`appId=${bed.current.appId}`)).closedToday.map(({ text }) => text)

/** A worker of a team of its own. */
async function worker(name = bed.current.app) {
  const team = (await send('post', 'teams', { name: `Team ${bed.current.number}` })).body._id
  const { body } = await send('post', 'workers', { name, description: 'B', teamId: team })
  return body as { _id: string; type: string }
}

describe('a queue', () => {
  test('that was never polled, until it is polled', async () => {
    await bed.queue(3)
    await bed.settle()
    expect(await only()).toMatchObject({
      kind: 'queueNobody',
      sentence: `Nobody polls ${bed.current.type} · bigbatch`,
      links: { type: bed.current.type, alias: 'bigbatch' },
      hurt: { runs: 1, tasks: 3, minutes: 0 },
    })
    bed.platform.clock.advance(432_000)
    const item = await only()
    expect(item.hurt.minutes).toBe(7)
    expect(lineText(item.details[0])).toBe(`3 queued, last poll never, oldest 7 m 12 s · ${bed.current.app}`)
    expect(lineText(item.details[1])).toBe('No worker has this type and alias')
    await bed.poll()
    await bed.later(5000)
    expect(await bed.items('kind=queueNobody')).toEqual([])
    expect(await closedTexts()).toEqual(['polled again'])
    expect(bed.told().at(-1)).toEqual(['remove', item.sentence])
  })

  test('is looked at again when it stands still, and when it is empty', async () => {
    const run = await bed.queue(2)
    await bed.poll()
    await bed.settle()
    expect(await bed.items()).toEqual([])
    for (let minute = 0; minute < 6; minute++) {
      bed.platform.clock.advance(60_000)
      await bed.poll()
    }
    await bed.settle()
    const stalled = await only()
    expect(stalled.sentence).toBe(`${bed.current.type} · bigbatch started none for 6 min although 1 polls`)
    await query(`update tasks set status = 'ended' where workqueue_id = $1`, [run])
    await bed.later(5000)
    expect(await bed.items()).toEqual([])
    expect(await closedTexts()).toEqual(['queue drained'])
    await bed.queue(1)
    await bed.later(60_000)
    expect(await bed.items()).toMatchObject([{ kind: 'queueNobody', closedBefore: null }])
  })

  test('that grows, with what comes and goes', async () => {
    const minute = Math.floor(bed.platform.clock.now() / 60_000) * 60_000
    await bed.queue(40, { alias: 'default' })
    for (let index = 0; index < 5; index++)
      await query(
        `insert into queue_minutes (process, account_id, type, alias, minute, came, handed_out, gone, first_move, last_out)
         values ('p', $1, $2, 'default', $3, 600, 120, 0, $3, $3)`,
        [bed.accountId, bed.current.type, new Date(minute - index * 60_000)],
      )
    await query(`update tasks set queued = now() where type = $1`, [bed.current.type])
    await bed.poll({ alias: 'default' })
    await bed.later(100)
    // Fewer wait than came: what was counted cannot be true.
    expect(await bed.items()).toEqual([])
    await query('update queue_minutes set came = 40, handed_out = 20 where type = $1', [bed.current.type])
    await bed.poll({ alias: 'default' })
    await bed.later(5000)
    const item = await only()
    expect(item).toMatchObject({ kind: 'queueGrowing', hurt: { runs: 1, tasks: 40 } })
    expect(item.sentence).toMatch(new RegExp(`^${bed.current.type} grows 0\\.\\d/s and will not drain$`))
    expect(lineText(item.details[0])).toMatch(/^40 queued, \d+(\.\d)?\/s in, \d+(\.\d)?\/s out, oldest /)
    // What chance may have made ends it no more than it opens one.
    await query('update queue_minutes set handed_out = 38 where type = $1', [bed.current.type])
    await bed.later(5000)
    expect((await only()).kind).toBe('queueGrowing')
    await query('update queue_minutes set handed_out = 40 where type = $1', [bed.current.type])
    await bed.later(5000)
    expect(await closedTexts()).toEqual(['does not grow any more'])
  })

  test('of a deleted app leaves without a word', async () => {
    const run = await bed.queue(1)
    await bed.settle()
    expect(await bed.items()).toHaveLength(1)
    bed.platform.told.length = 0
    await query(`update workqueues set status = 'cancelled', ended = $2 where id = $1`, [run, at(0)])
    await send('delete', `apps/${bed.current.appId}`).expect(204)
    await bed.later(5000)
    expect(bed.told()).toEqual([['remove', `Nobody polls ${bed.current.type} · bigbatch`]])
    const { items, closedToday } = await bed.read()
    expect(JSON.stringify([items, closedToday])).not.toContain(`${bed.current.type} ·`)
  })

  test('has its alias and what carries it', async () => {
    const { _id, type } = await worker()
    bed.current.type = type
    await send('post', `workers/${_id}/aliases`, { aliasName: 'bigbatch' })
    await bed.queue(1)
    await bed.settle()
    const [item] = await bed.items('kind=queueNobody')
    expect(item?.links).toMatchObject({ type, alias: 'bigbatch', workerId: _id })
    expect(lineText(item?.details[1])).toMatch(/^Alias made <\d\d:\d\d>; no deployment carries it$/)
    const actions = async () => (await bed.items('kind=queueNobody'))[0]?.actions.map(({ kind }) => kind)
    expect(await actions()).toEqual(['startWorker', 'openQueue'])
    // Fails when a move is offered although there is nowhere to move to, or not although there is.
    await query(
      `insert into queue_pollers (account_id, type, alias, host_name, version, first_poll, last_poll, last_seen)
       values ($1, $2, 'default', 'host', '', $3, $3, $3)`,
      [bed.platform.alice.accountId, type, new Date(bed.platform.clock.now())],
    )
    await bed.later(5000)
    expect(await actions()).toEqual(['moveToAlias', 'startWorker'])
  })
})

describe('a private key', () => {
  test('that ends within 14 days, until its alias has a new one', async () => {
    const { _id } = await worker()
    const jwt = async () =>
      (await send('put', `workers/${_id}/aliases/default/jwt`, { name: 'key' })).body._id as string
    const key = await jwt()
    const mine = async () => (await ofKind('keyExpires')).filter(({ links }) => links.workerId === _id)
    await bed.settle()
    expect(await mine()).toEqual([])
    await query('update alias_keys set expires = $2 where id = $1', [key, at(6.5 * DAY_MS)])
    await bed.later(60_000)
    expect(await mine()).toMatchObject([
      {
        sentence: 'A private key of alias default expires in 6 days',
        hurt: { runs: 0, tasks: 0, minutes: 0 },
        actions: [{ kind: 'newKey' }, { kind: 'openQueue' }],
      },
    ])
    await jwt()
    await bed.later(60_000)
    expect(await mine()).toEqual([])
    const { closedToday } = await bed.read('kind=keyExpires')
    expect(closedToday.map(({ text }) => text)).toContain('new key')
  })

  test('that was never rotated, and one that is removed', async () => {
    const { _id } = await worker()
    const { body } = await send('put', `workers/${_id}/aliases/default/jwt`, { name: 'key' })
    await query('update alias_keys set created = $2, expires = $3 where id = $1', [
      body._id,
      at(-366 * DAY_MS),
      at(300 * DAY_MS),
    ])
    await bed.later(60_000)
    const mine = async () => (await ofKind('keyExpires')).filter(({ links }) => links.workerId === _id)
    expect((await mine()).map(({ sentence }) => sentence)).toEqual([
      'The private key of alias default is 366 days old',
    ])
    await send('delete', `workers/${_id}`)
    await bed.later(60_000)
    expect(await mine()).toEqual([])
  })
})

test('a failure leads to the deployment that runs its alias', async () => {
  const { _id, type } = await worker('Payer')
  bed.current.type = type
  const clusterId = (await send('post', 'clusters', { name: `prod ${type}` })).body._id
  const { body } = await send('post', 'deployments', { clusterId, workerId: _id, alias: 'default' })
  await bed.fail(1)
  await bed.settle()
  expect(await ofKind('failure')).toMatchObject([{ links: { type, clusterId, deploymentId: body._id } }])
})

// Fails when the fault of a service that is not used any more stays.
test('a queue service that fails, until no process uses it any more', async () => {
  const [{ id }] = (await query('select id from accounts limit 1')).rows as [{ id: string }]
  await query(
    `insert into service_queues (queue, account_id, type, alias, service, name, due, fault, fault_since)
     values (1, $1, 'task.a.b', 'default', 'sqs.example.test', 'n', now(), 'answered 503', $2)`,
    [id, at(-20_000)],
  )
  await bed.later(5000)
  expect((await ofKind('queueService')).map(({ sentence }) => sentence)).toEqual([
    'The queue service sqs.example.test answered 503',
  ])
  await leaveService(createDatabase(bed.platform.pool), bed.platform.clock.now())
  await bed.later(5000)
  expect(await ofKind('queueService')).toEqual([])
})

// Fails when a short refusal opens an item, or the item outlives the setting.
test('deployments that Git has refused for five minutes, until no process publishes any more', async () => {
  const { _id } = await worker('Packer')
  const clusterId = (await send('post', 'clusters', { name: `git ${bed.current.number}` })).body._id
  const { body } = await send('post', 'deployments', { clusterId, workerId: _id })
  await query(
    `insert into gitops_files (deployment_id, account_id, path, repository, version, refused, refused_since)
     select id, account_id, 'clusters/a/b.yaml', 'file:///fleet.git', 1, 'No changes on Fridays', $2 from deployments where id = $1`,
    [body._id, at(0)],
  )
  const mine = () => ofKind('gitRefuses')
  await bed.later(280_000)
  expect(await mine()).toEqual([])
  await bed.later(30_000)
  expect(await mine()).toMatchObject([
    {
      sentence: 'Deployments are not published in Git: No changes on Fridays',
      links: { clusterId, deploymentId: body._id },
      actions: [{ kind: 'openDeployment' }],
    },
  ])
  await leaveRepository(createDatabase(bed.platform.pool))
  await bed.later(15_000)
  expect(await mine()).toEqual([])
})

test('a deployment whose alias is not polled, until it is or is deleted', async () => {
  const { _id, type } = await worker('Mailer')
  bed.current.type = type
  const cluster = (await send('post', 'clusters', { name: `prod ${type}` })).body._id
  const { body } = await send('post', 'deployments', { clusterId: cluster, workerId: _id })
  const mine = async () =>
    (await ofKind('deploymentIdle')).filter(({ links }) => links.deploymentId === body._id)
  await query('update deployments set updated = $2, created = $2 where id = $1', [body._id, at(0)])
  await bed.settle()
  expect(await mine()).toEqual([])
  await bed.later(75_000)
  expect((await mine()).map(({ sentence }) => sentence)).toEqual([
    `The deployment of Mailer on prod ${type} does not poll`,
  ])
  await bed.poll({ alias: body.alias })
  await bed.later(15_000)
  expect(await mine()).toEqual([])
  await bed.later(75_000)
  expect(await mine()).toMatchObject([{ closedBefore: expect.any(String) }])
  bed.platform.told.length = 0
  await send('delete', `deployments/${body._id}`)
  await bed.later(15_000)
  expect(await mine()).toEqual([])
  expect(bed.told().map(([event]) => event)).toEqual(['remove'])
})
