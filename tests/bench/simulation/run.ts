import { signIn } from '../../support/platform-process.ts'
import { setUpWorker } from '../../support/worker-setup.ts'
import { inFolder } from '../database.ts'
import { drive, platformMicros } from '../platforms/drive.ts'
import { startBenchFleet } from '../platforms/fleet.ts'
import type { Sizes } from '../sizes.ts'
import { costsOfGateway, costsOfPlatforms, measureGateway } from './calibrate.ts'
import { modelOf, processorsOf, type Costs, type Installation, type Load } from './installation.ts'
import { simulate } from './queueing.ts'
import { peakLoad, report, type Check, type Question } from './report.ts'

/** Seconds that are simulated. */
const SIMULATED = 60

/**
 * 100,000 sockets and 1,000,000 runs a day on many platforms: simulated from costs that are measured at the beginning,
 * and compared with a measured point at a tenth, which is predicted first. Needs a build. Returns a section of Markdown.
 */
export async function benchSimulation(sizes: Sizes): Promise<string> {
  const given = { runs: 1_000_000, tasks: 10, peak: 3, sockets: 100_000, viewers: 20, ...sizes }
  const { seconds, seed } = { seconds: 6, seed: 1, ...sizes }
  const question: Question = { ...given, runsPerDay: given.runs }
  const tenth = peakLoad(question, 0.1)
  const size: Installation = { platforms: 2, gateways: 1, databaseCores: 1 }
  return inFolder(async (folder) => {
    const fleet = await startBenchFleet(folder)
    try {
      await fleet.resize(1)
      const worker = await setUpWorker(await signIn(fleet.platforms()[0]!.url), 'bench')
      const { tasks } = question
      const tenthRuns = tenth.tasksPerSecond / tasks
      const costs: Costs = {
        // Another rate than that of the comparison, at one platform instead of both.
        ...(await costsOfPlatforms(fleet, worker, { seconds, tasks, perSecond: 2 * tenthRuns })),
        ...(await costsOfGateway(seconds * 300)),
      }
      const predicted = predict(costs, tenth, size, seed)
      const driven = await drive(fleet, worker, { seconds: 2 * seconds, tasks, perSecond: tenthRuns })
      // The load generator has at most 1,000 filters.
      const filters = Math.min(1000, Math.round(tenth.sockets / tenth.viewers))
      const events = Math.round(tenth.tasksPerSecond * costs.eventsPerTask)
      const sockets = { clients: tenth.sockets, filters, apps: Math.min(200, filters), perSecond: events }
      const gateway = await measureGateway(sockets, seconds * 300)
      const actual = driven.rate / tenth.tasksPerSecond
      const share = (micros: number) => (micros * driven.rate) / 1e6 / actual
      const checks: Check[] = [
        {
          figure: 'processors of both platforms',
          ...predicted.platform,
          measured: share(platformMicros(driven)),
        },
        { figure: 'processors of the database', ...predicted.database, measured: share(driven.database) },
        { figure: 'hand-out p50, ms', ...predicted.handOut, measured: driven.waitP50 },
        {
          figure: 'processors of the gateway',
          ...predicted.gateway,
          measured: (gateway.microsOfEvent * events) / 1e6,
        },
        { figure: 'memory of a socket, kB', predicted: costs.memoryOfSocket, measured: gateway.kbPerClient },
      ]
      return report({ question, costs, checks, run: { seconds: SIMULATED, seed } })
    } finally {
      await fleet.stop()
    }
  })
}

/** What the measured point must be. */
function predict(costs: Costs, load: Load, size: Installation, seed: number) {
  const { platform, database, gateway } = processorsOf(costs, load, size)
  const { stations } = simulate(modelOf(costs, load, size, { seconds: SIMULATED, seed }))
  const waits = ['platform', 'database'].map((name) => stations.get(name)!.waits.quantile(0.5))
  const queued = waits.reduce((sum, wait) => sum + wait, 0) * 1000
  return {
    platform: { predicted: platform },
    database: { predicted: database },
    gateway: { predicted: gateway },
    handOut: { predicted: costs.handOut + queued },
  }
}
