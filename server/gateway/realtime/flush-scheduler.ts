/**
 * Defers work to the end of the current turn of the event loop, so that all messages of that turn leave in
 * one write per socket. Without a timer: an idle loop flushes at once, a busy loop collects.
 */
export interface FlushScheduler {
  /** Runs first: groups make frames of their messages. */
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
