import { describe, expect, test } from 'vitest'
import type { AttentionLine } from './contract.ts'
import { describeItem } from './describe.ts'
import type { AttentionFacts, FailureFacts, QueueFacts } from './facts.ts'
import { describeLateRuns, lateRunOf } from './late-text.ts'
import { offersOf } from './offers.ts'
import { usualOf } from './usual.ts'

const NOW = Date.parse('2026-11-22T14:00:00.000Z')
const at = (time: string) => `2026-11-22T${time}:00.000Z`
const ago = (ms: number) => new Date(NOW - ms).toISOString()

/** A line as it reads: strong as *x*, code as `x`, a moment as <hh:mm>. */
const plain = ({ parts }: AttentionLine) =>
  parts
    .map(({ kind, text }) =>
      kind === 'time'
        ? `<${text.slice(11, 16)}>`
        : kind === 'strong'
          ? `*${text}*`
          : kind === 'code'
            ? `\`${text}\``
            : text,
    )
    .join('')
const textsOf = (facts: AttentionFacts) => {
  const { sentence, details } = describeItem(facts, NOW)
  return [sentence, ...details.map(plain)]
}

describe('a failure', () => {
  const failure: FailureFacts = {
    kind: 'failure',
    title: 'Card scheme timed out after # ms',
    type: 'task.payments.chargecard',
    runs: 4,
    tasks: 4,
    most: 4,
    apps: ['Billing'],
    held: 24,
    restartable: 4,
    again: 0,
    first: at('11:22'),
    last: at('11:41'),
    versions: ['2.14.1'],
    hosts: ['h1', 'h2'],
    notVersions: ['2.14.0'],
    appId: 'app',
    workqueueId: 'run',
    taskId: 'task',
  }

  test('says how many, where and since when, and what it is on and not on', () => {
    expect(textsOf(failure)).toEqual([
      'Card scheme timed out after # ms',
      '*4 workqueues* in Billing, 24 tasks wait behind them · first <11:22>, last <11:41>',
      'worker `payments 2.14.1` @ 2 hosts, not on 2.14.0',
    ])
  })

  test('counts tasks where a workqueue has several', () => {
    const facts = { ...failure, runs: 1, tasks: 11, held: 0, apps: ['Data warehouse'] }
    expect(textsOf({ ...facts, hosts: ['h1'], notVersions: [] })).toEqual([
      'Card scheme timed out after # ms',
      '*11 tasks* of 1 workqueue in Data warehouse · first <11:22>, last <11:41>',
      'worker `payments 2.14.1` @ h1',
    ])
  })

  test('has the right number of words, whatever the numbers', () => {
    const one = { ...failure, runs: 1, tasks: 1, held: 1, last: failure.first }
    expect(textsOf(one)[1]).toBe('*1 workqueue* in Billing, 1 task waits behind it · <11:22>')
    expect(textsOf({ ...failure, again: 1 })[1]).toContain(', 1 runs again ·')
    expect(textsOf({ ...failure, again: 4 })[1]).toContain(', all 4 run again ·')
    expect(textsOf({ ...failure, again: 4, restarting: true })[1]).toContain(', restarting 4 tasks ·')
    expect(textsOf({ ...one, again: 1, restarting: true })[1]).toContain(', restarting 1 task ·')
    expect(textsOf({ ...one, again: 1 })[1]).toContain(', it runs again ·')
    const many = { ...failure, runs: 1841, tasks: 1841, held: 12_000, apps: ['A', 'B', 'C', 'D', 'E'] }
    expect(textsOf(many)[1]).toContain('*1,841 workqueues* in A, B and 3 more, 12,000 tasks wait behind them')
  })

  test('says who restarted it and that it has failed again', () => {
    const restarted = { by: 'ana@northwind.example', at: at('11:31') }
    expect(textsOf({ ...failure, restarted })[1]).toMatch(
      / · restarted by ana <11:31>, failed again <11:41>$/,
    )
    expect(textsOf({ ...failure, restarted: { ...restarted, by: null } })[1]).toMatch(/ · restarted <11:31>,/)
  })

  test('names the task that all share, an alias other than the usual one, and the hosts that tell the cases apart', () => {
    const clue = { task: 'Charge cards US', aliases: ['bulk'], notHosts: ['h3.eu', 'h4.eu'] }
    expect(textsOf({ ...failure, ...clue })[2]).toBe(
      '*Charge cards US* · worker `payments 2.14.1` @ 2 hosts on bulk, not on 2.14.0',
    )
    const hosts = { hosts: ['h1.eu', '10.3.41.19'], notVersions: [] }
    expect(textsOf({ ...failure, ...clue, ...hosts, task: null, aliases: ['default'] })[2]).toBe(
      'worker `payments 2.14.1` @ h1, 10.3.41.19, not on h3, h4',
    )
    expect(textsOf({ ...failure, ...clue, type: 'task.workforce.noop' })[2]).toBe('*Charge cards US*')
  })

  test('says one moment where two read the same', () => {
    const seconds = { first: '2026-11-22T11:22:01.000Z', last: '2026-11-22T11:22:59.000Z' }
    expect(textsOf({ ...failure, ...seconds })[1]).toMatch(/them · <11:22>$/)
  })

  test('names its worker as a run does', () => {
    for (const [type, worker] of [
      ['task.payments.chargecard', 'payments'],
      ['payments.chargecard', 'payments'],
      ['task.chargecard', 'chargecard'],
      ['chargecard', 'chargecard'],
    ])
      expect([type, textsOf({ ...failure, type: type! })[2]]).toEqual([
        type,
        `worker \`${worker} 2.14.1\` @ 2 hosts, not on 2.14.0`,
      ])
  })

  test('says less where less is known', () => {
    expect(textsOf({ ...failure, versions: [], hosts: [] })).toHaveLength(2)
    expect(textsOf({ ...failure, type: 'task.workforce.noop' })).toHaveLength(2)
    expect(textsOf({ ...failure, hosts: [] })[2]).toBe('worker `payments 2.14.1`, not on 2.14.0')
    expect(textsOf({ ...failure, apps: [] })[1]).toMatch(/^\*4 workqueues\*, 24 tasks/)
  })

  test('offers what can be restarted', () => {
    const { actions, links } = offersOf({ ...failure, restartable: 3 }, 'group')
    expect(actions.map(({ label }) => label)).toEqual(['Restart 3', 'On another alias…'])
    const lone = offersOf({ ...failure, movable: false }, 'group').actions
    expect(lone.map(({ label }) => label)).toEqual(['Restart 4', 'Open the task'])
    for (const type of ['task.workforce.noop', 'task.script.clean'])
      expect(offersOf({ ...failure, type }, 'group').actions[1]?.label).toBe('Open the task')
    expect(links).toMatchObject({ groupId: 'group', appId: 'app', workqueueId: 'run', taskId: 'task' })
    expect(offersOf({ ...failure, restartable: 0 }, 'group').actions).toMatchObject([{ kind: 'openTask' }])
  })

  test('offers the alias that mends it first, and a restart that has failed again last', () => {
    const offered = (facts: Partial<FailureFacts>) =>
      offersOf({ ...failure, ...facts }, 'group').actions.map(({ label }) => label)
    const restarted = { by: null, at: at('11:31') }
    expect(offered({ restarted })).toEqual(['Open the task', 'Restart 4'])
    const suggestedAlias = { alias: 'stable', version: '2.14.0' }
    expect(offered({ restarted, suggestedAlias })).toEqual(['Restart 4 on stable…', 'Restart 4'])
    expect(offered({ suggestedAlias, restartable: 0 })).toEqual(['Open the task'])
    expect(textsOf({ ...failure, suggestedAlias })[2]).toMatch(/not on 2\.14\.0 · \*stable\* has 2\.14\.0$/)
  })
})

describe('a queue', () => {
  const queue: QueueFacts = {
    kind: 'queueNobody',
    type: 'task.dataplatform.loadwarehouse',
    alias: 'bigbatch',
    queued: 24,
    more: false,
    oldest: ago(432_000),
    lastOut: null,
    lastPoll: null,
    polling: 0,
    pollers: 0,
    gone: null,
    rates: null,
    apps: ['Billing', 'Data warehouse'],
    made: '2026-11-20T09:00:00.000Z',
    workerId: 'worker',
    deployment: null,
  }

  test('that is not polled', () => {
    expect(textsOf(queue)).toEqual([
      'Nobody polls task.dataplatform.loadwarehouse · bigbatch',
      '*24 queued*, last poll never, oldest 7 m 12 s · Billing, Data warehouse',
      'Alias made <09:00>; no deployment carries it',
    ])
    const deployment = { id: 'd', clusterId: 'c', cluster: 'prod' }
    const known = { ...queue, lastPoll: ago(780_000), deployment }
    expect(textsOf(known).slice(1)).toEqual([
      '*24 queued*, last poll 13 m ago, oldest 7 m 12 s · Billing, Data warehouse',
      'Alias made <09:00>; the deployment on prod carries it',
    ])
    const polled = { ...known, runs: 16, gone: { host: 'mail-4', at: ago(780_000) } }
    expect(textsOf(polled).slice(1)).toEqual([
      '*24 queued*, 16 workqueues wait, last poll 13 m ago, oldest 7 m 12 s · Billing, Data warehouse',
      'mail-4 polled last, at <13:47>; the deployment on prod carries it',
    ])
    expect(textsOf({ ...polled, runs: 1, deployment: null }).slice(1)).toEqual([
      '*24 queued*, last poll 13 m ago, oldest 7 m 12 s · Billing, Data warehouse',
      'mail-4 polled last, at <13:47>',
    ])
    expect(textsOf({ ...queue, made: null, workerId: null, more: true })).toEqual([
      'Nobody polls task.dataplatform.loadwarehouse · bigbatch',
      '*24+ queued*, last poll never, oldest 7 m 12 s · Billing, Data warehouse',
      'No worker has this type and alias',
    ])
    expect(offersOf(queue, 'key')).toMatchObject({
      links: { type: queue.type, alias: 'bigbatch', workerId: 'worker' },
      actions: [{ kind: 'moveToAlias' }, { kind: 'startWorker' }],
    })
    expect(offersOf(known, 'key')).toMatchObject({
      links: { clusterId: 'c', deploymentId: 'd' },
      actions: [{ kind: 'moveToAlias' }, { kind: 'openDeployment', label: 'Open the deployment' }],
    })
    expect(offersOf(polled, 'key').actions[1]).toEqual({ kind: 'openDeployment', label: 'Restart mail-4' })
    const kinds = (over: Partial<QueueFacts>) =>
      offersOf({ ...queue, movable: false, ...over }, 'key').actions.map(({ kind }) => kind)
    // No other alias is polled: a move would only make them wait elsewhere.
    expect(kinds({})).toEqual(['startWorker', 'openQueue'])
    expect(kinds({ deployment })).toEqual(['openDeployment', 'startWorker'])
    expect(kinds({ workerId: null })).toEqual(['openQueue'])
  })

  test('that grows', () => {
    const growing: QueueFacts = {
      ...queue,
      kind: 'queueGrowing',
      type: 'task.growth.sendemail',
      alias: 'default',
      queued: 1841,
      polling: 3,
      pollers: 4,
      gone: { host: 'mail-4', at: at('13:58') },
      rates: { in: 50, out: 38, net: 12 },
      apps: ['Growth mails'],
    }
    expect(textsOf(growing)).toEqual([
      'task.growth.sendemail grows 12/s and will not drain',
      '*1,841 queued*, 50/s in, 38/s out, oldest 7 m 12 s · Growth mails',
      '1 of 4 hosts, mail-4, stopped polling at <13:58>',
    ])
    expect(textsOf({ ...growing, alias: 'bulk', rates: null, gone: null })).toEqual([
      'task.growth.sendemail · bulk grows and will not drain',
      '*1,841 queued*, oldest 7 m 12 s · Growth mails',
      '3 hosts poll',
    ])
    expect(textsOf({ ...growing, polling: 2 })[2]).toBe(
      '2 of 4 hosts stopped polling, the last one, mail-4, at <13:58>',
    )
    const place = { id: 'd', clusterId: 'c', cluster: 'prod' }
    expect(offersOf({ ...growing, deployment: place }, 'key').actions.map(({ kind }) => kind)).toEqual([
      'openDeployment',
      'openQueue',
    ])
  })

  test('that is stalled', () => {
    const stalled: QueueFacts = { ...queue, kind: 'queueStalled', polling: 3, pollers: 3, apps: [] }
    expect(textsOf({ ...stalled, lastOut: ago(360_000) })).toEqual([
      'task.dataplatform.loadwarehouse · bigbatch started none for 6 min although 3 poll',
      '*24 queued*, oldest 7 m 12 s',
      '3 hosts poll',
    ])
    expect(textsOf({ ...stalled, polling: 1 })[0]).toMatch(/for 7 min although 1 polls$/)
  })
})

test('a run that is late', () => {
  const late = {
    kind: 'runLate',
    name: 'Month close',
    app: 'Billing',
    appId: 'app',
    workqueueId: '0123456789abcdef',
    activeMs: 1_000_000,
    activeSince: ago(1_220_000),
    medianMs: 720_000,
    task: { id: 'task', name: 'Export ledger to SAP', since: ago(1_500_000), usualMs: 40_000 },
  } as const
  expect(textsOf(late)).toEqual([
    'Month close is late: 37 m, usually 12 m',
    '1 workqueue in Billing · `…abcdef` · 25 m in *Export ledger to SAP*, usually 40 s',
  ])
  expect(textsOf({ ...late, task: null })[1]).toBe('1 workqueue in Billing · `…abcdef`')
  const place = {
    type: 'task.ledger.ledgerexport',
    alias: 'default',
    version: '4.1.0',
    hostName: 'ledger-1.eu',
    notVersions: ['4.0.2'],
    notHosts: ['ledger-2.eu'],
  }
  const placed = { ...late, task: { ...late.task, ...place } }
  expect(textsOf(placed)[2]).toBe('worker `ledger 4.1.0` @ ledger-1, not on 4.0.2')
  const other = { ...place, hostName: 'ledger-2.eu', notVersions: [], notHosts: [] }
  const both = [placed, { ...late, activeMs: 0, task: { ...late.task, ...other } }].map((each) =>
    lateRunOf(each, NOW),
  )
  const { sentence, details } = describeLateRuns(both, at('11:22'))
  expect([sentence, ...details.map(plain)]).toEqual([
    '2 late runs of Month close: longest 37 m, usually 12 m',
    'Up to 25 m in *Export ledger to SAP*, usually 40 s · late since <11:22>',
    'worker `ledger 4.1.0` @ 2 hosts',
  ])
  const bounded = both.map((run) => ({ ...run, usualMs: null }))
  expect(describeLateRuns(bounded, null).sentence).toBe('2 late runs of Month close: longest 37 m')
  expect(offersOf(late, 'run').actions.map(({ kind }) => kind)).toEqual(['openTask', 'cancelRun'])
  expect(offersOf({ ...late, task: null }, 'run').actions[0]).toMatchObject({ kind: 'openRun' })
})

test('a private key', () => {
  const key = {
    kind: 'keyExpires',
    type: 'task.a.b',
    alias: 'edge',
    workerId: 'worker',
    expires: new Date(NOW + 6.8 * 86_400_000).toISOString(),
    made: ago(400 * 86_400_000),
    hosts: 2,
    lastPoll: at('14:00'),
  } as const
  expect(textsOf(key)).toEqual([
    'A private key of alias edge expires in 6 days',
    'Used by 2 hosts, last <14:00> · without a new one reports are refused from <09:12> on',
  ])
  expect(textsOf({ ...key, expires: new Date(NOW + 7_200_000).toISOString() })[0]).toBe(
    'A private key of alias edge expires in 2 h',
  )
  expect(textsOf({ ...key, expires: new Date(NOW + 90_000_000).toISOString() })[0]).toMatch(/in 1 day$/)
  expect(textsOf({ ...key, expires: ago(1), lastPoll: null })).toEqual([
    'The private key of alias edge has expired',
    'Never used · without a new one reports are refused, since <13:59>',
  ])
  expect(textsOf({ ...key, expires: null })[0]).toBe('The private key of alias edge is 400 days old')
})

test('a deployment that does not poll', () => {
  const idle = {
    kind: 'deploymentIdle',
    type: 'task.a.b',
    alias: 'default',
    worker: 'Mailer',
    workerId: 'worker',
    deployment: { id: 'd', clusterId: 'c', cluster: 'prod' },
    tag: '1.4.0',
    replicas: 1,
    lastPoll: null,
  } as const
  expect(textsOf(idle)).toEqual([
    'The deployment of Mailer on prod does not poll',
    '*1 replica* of 1.4.0 for task.a.b · default, last poll never',
  ])
  expect(offersOf(idle, 'd').links).toMatchObject({ clusterId: 'c', deploymentId: 'd', workerId: 'worker' })
})

test('what is usual at this hour is known from seven days on', () => {
  const day = 86_400_000
  const history = Array.from({ length: 9 }, (_, index) => ({ at: NOW - (index + 1) * day, value: index + 1 }))
  const others = history.map(({ at: moment }) => ({ at: moment + 3_600_000, value: 1000 }))
  expect(usualOf([...history, ...others], NOW)).toEqual({ low: 3, high: 7 })
  expect(usualOf(history.slice(0, 7), NOW)).toEqual({ low: 2.5, high: 5.5 })
  expect(usualOf(history.slice(0, 6), NOW)).toBeNull()
  expect(usualOf([...history.slice(0, 6), { at: NOW - 7 * day, value: null }], NOW)).toBeNull()
})
