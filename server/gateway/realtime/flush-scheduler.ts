/**
 * Work put off to the end of the current turn of the event loop, so that everything that happened in it
 * leaves in one write per socket. No timer: an idle loop flushes at once, a busy one collects.
 */
export interface FlushScheduler {
  /** Runs first: groups turn their messages into frames. */
  render(job: Flushable): void
  /** Runs after every render: sockets write their frames. */
  write(job: Flushable): void
}

export interface Flushable {
  flush(): void
}

export function createFlushScheduler(): FlushScheduler {
  const renders = new Set<Flushable>()
  const writes = new Set<Flushable>()
  let scheduled = false

  const run = () => {
    scheduled = false
    drain(renders)
    drain(writes)
  }
  const add = (jobs: Set<Flushable>) => (job: Flushable) => {
    jobs.add(job)
    if (scheduled) return
    scheduled = true
    setImmediate(run)
  }
  return { render: add(renders), write: add(writes) }
}

function drain(jobs: Set<Flushable>): void {
  for (const job of jobs) {
    jobs.delete(job)
    job.flush()
  }
}
