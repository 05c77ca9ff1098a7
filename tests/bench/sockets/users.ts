import { liveRow } from '../../support/live-platform.ts'
import { markOf, openCountingClient, percentile, type CountingClient } from '../../support/counting-client.ts'
import { startLiveTrial, type LiveTrial } from '../../support/live-trial.ts'
import { paced, until } from '../../support/pace.ts'
import type { Sizes } from '../sizes.ts'
import { figure, table } from '../table.ts'

/**
 * Users over two gateway processes, each with a different filter; `seconds=60` makes it shorter. Returns a
 * section of Markdown.
 */
export async function benchUsers(sizes: Sizes): Promise<string> {
  const size = { users: 1000, perSecond: 500, filters: 100, seconds: 600, ...sizes }
  const first = await startLiveTrial({ apart: true })
  const second = await startLiveTrial({ apart: true, beside: first })
  try {
    return await measure([first, second], size)
  } finally {
    await second.close()
    await first.close()
  }
}

interface UsersSize {
  users: number
  perSecond: number
  filters: number
  seconds: number
}

async function measure(gateways: [LiveTrial, LiveTrial], size: UsersSize): Promise<string> {
  const { users, perSecond, filters, seconds } = size
  const tallies: CountingClient[] = []
  for (let index = 0; index < users; index++) {
    const gateway = gateways[index % 2 ? 1 : 0]
    const tag = index % filters
    tallies.push(
      await openCountingClient({
        ...gateway.socketOf(await gateway.signIn(`user${index}`)),
        variables: { tags: [`tag${tag}`] },
        isOwn: (number) => number % filters === tag,
      }),
    )
  }

  let published = 0
  await paced(perSecond, seconds, () => {
    const fields = { tags: [`tag${published % filters}`], description: markOf(published) }
    gateways[0].pusher.publish('apps.a1.workqueues', 'save', liveRow({ _id: `w${published}`, ...fields }))
    published++
  })
  const expected = (index: number) => Math.floor((published - 1 - (index % filters)) / filters) + 1
  await until(() => tallies.every(({ events }, index) => events >= expected(index)), 20_000)
  const sum = (of: (tally: CountingClient, index: number) => number) =>
    tallies.reduce((total, tally, index) => total + of(tally, index), 0)
  const lags = tallies.flatMap((tally) => tally.lags)
  const rows: [string, string | number, string][] = [
    ['deliveries', sum(({ events }) => events).toLocaleString('en-US'), '-'],
    ['lost', sum(({ events }, index) => Math.max(0, expected(index) - events)), '0'],
    ['of another user', sum(({ foreign }) => foreign), '0'],
    ['out of order', sum(({ disordered }) => disordered), '0'],
    ['resyncs', sum(({ resyncs }) => resyncs - 1), '0'],
    ['p50, ms', figure(percentile(lags, 0.5)), '-'],
    ['p99, ms', figure(percentile(lags, 0.99)), '-'],
  ]
  for (const tally of tallies) tally.close()
  return [
    `## Users: ${users.toLocaleString('en-US')} over two gateways, ${perSecond} events/s for ${figure(seconds / 60)} minutes`,
    '',
    `${filters} filters; each user's passes ${figure(perSecond / filters)} events a second. Latency from the publishing service to the client, which counts events without parsing them.`,
    '',
    table(['figure', 'found', 'must be'], rows),
  ].join('\n')
}
