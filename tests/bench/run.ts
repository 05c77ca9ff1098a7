import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { benchAttention } from './attention/run.ts'
import { benchLighthouse } from './browser/lighthouse.ts'
import { benchSlowNetwork } from './browser/slow-network.ts'
import { benchLiveList } from './browser/live-list.ts'
import { benchCost } from './cost/run.ts'
import { benchEngine } from './engine/run.ts'
import { benchEqualRate, benchFanOut, benchManyClients } from './fanout/run.ts'
import { benchFailover } from './failover/run.ts'
import { benchFaults } from './faults/run.ts'
import { benchGraph } from './graph/run.ts'
import { benchGraphql } from './graphql/run.ts'
import { benchHub } from './hub/run.ts'
import { benchLists } from './lists/run.ts'
import { benchMixed } from './mixed/run.ts'
import { benchPlatforms } from './platforms/run.ts'
import { benchProxy } from './proxy/run.ts'
import { benchQueue } from './queue/run.ts'
import { benchService } from './queue/service.ts'
import { benchSchedules } from './schedules/run.ts'
import { benchWeek } from './schedules/week.ts'
import { benchSearch } from './search/run.ts'
import { benchSimulation } from './simulation/run.ts'
import { readArguments, type Sizes } from './sizes.ts'
import { benchSoak } from './soak/run.ts'
import { benchVisits } from './soak/visits.ts'
import { benchIdleSockets } from './sockets/idle.ts'
import { benchUsers } from './sockets/users.ts'
import { benchStart } from './start/run.ts'
import { benchTimeline } from './timeline/run.ts'
import { ensureBuilt } from '../../server/bin/build.mjs'

/**
 * `npm run bench [-- NAME... [SIZE=NUMBER...]]`: measures the goals as ratios to peers, both sides in one
 * execution. Replaces the section of each named bench in README.md between its markers. With other sizes the
 * section is only printed.
 */
const goals: Record<string, (sizes: Sizes) => Promise<string>> = {
  g1: benchFanOut,
  g3: benchEqualRate,
  g4: benchManyClients,
  g5: benchHub,
  g6: benchProxy,
  g8: benchGraphql,
  g9: benchEngine,
  g10: benchStart,
  g11: benchGraph,
  g12: benchLiveList,
  g13: benchTimeline,
  lighthouse: benchLighthouse,
  slow: benchSlowNetwork,
  lists: benchLists,
  queue: benchQueue,
  service: benchService,
  cost: benchCost,
  attention: benchAttention,
  platforms: benchPlatforms,
  schedules: benchSchedules,
  search: benchSearch,
  simulation: benchSimulation,
  failover: benchFailover,
  faults: benchFaults,
  soak: benchSoak,
  visits: benchVisits,
  mixed: benchMixed,
  week: benchWeek,
  sockets: benchIdleSockets,
  users: benchUsers,
}
/** They take many minutes, so they run only when they are named. */
const long = ['failover', 'soak', 'visits', 'mixed', 'users', 'week']
const { names: asked, sizes } = readArguments(process.argv.slice(2))
const unknown = asked.filter((name) => !goals[name])
if (unknown.length)
  throw new Error(`no such bench: ${unknown.join(', ')} (there are ${Object.keys(goals).join(', ')})`)

ensureBuilt(['client', 'server', 'programs'])
const readme = new URL('README.md', import.meta.url)
const usual = Object.keys(goals).filter((name) => !long.includes(name))
for (const name of asked.length ? asked : usual) {
  const section = (await goals[name]?.(sizes)) ?? ''
  const machine = `Measured ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}).`
  process.stdout.write(`\n${section}\n\n${machine}\n`)
  if (Object.keys(sizes).length) continue
  const text = await readFile(readme, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before, after] = [text.indexOf(start) + start.length, text.indexOf(end)]
  await writeFile(readme, `${text.slice(0, before)}\n\n${section}\n\n${machine}\n\n${text.slice(after)}`)
}
