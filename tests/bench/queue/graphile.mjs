import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { measured } from './measured.mjs'

/**
 * Peer: graphile-worker on queued jobs that do nothing. With `batches` it takes and completes them in batches, as its
 * documentation says for much work. argv[2]: { url, count, concurrency, servers, batches }.
 */
const { url, count, concurrency, servers, batches } = JSON.parse(process.argv[2])
const logger = new Logger(() => () => {})
const utils = await makeWorkerUtils({ connectionString: url, logger })
await utils.migrate()
await utils.withPgClient((client) =>
  client.query(
    `select graphile_worker.add_jobs(array(select row('task', '{}', null, now(), 25, null, null, null)::graphile_worker.job_spec
       from generate_series(1, $1)))`,
    [count],
  ),
)
let left = count
let finish = () => {}
const done = new Promise((resolve) => (finish = resolve))
await measured(count, servers, async () => {
  const runner = await run({
    logger,
    noHandleSignals: true,
    taskList: { task: () => void (--left === 0 && finish()) },
    preset: {
      worker: {
        connectionString: url,
        concurrentJobs: concurrency,
        ...(batches
          ? { localQueue: { size: 10 * concurrency }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
          : {}),
      },
    },
  })
  await done
  // Its end also waits until all jobs are completed in the database.
  await runner.stop()
})
await utils.release()
process.exit(0)
