/**
 * Notes from outside the event loop what this process executes when it gets into trouble, so that the process that
 * takes its work over knows the cause of its death.
 */
export interface ProcessWatch {
  /** The number under which this process executes attempts; null: none. */
  under(holder: number | null): void
  /** Runs the work; until it returns, `subject` (the id of a run or of a task) is what this process executes. */
  during<Result>(subject: string, work: () => Result): Result
  /**
   * The same, and also for everything that the work causes later: promises, timers, callbacks. It slows every promise
   * of the process, so only what is suspected is followed.
   */
  follow<Result>(subject: string, work: () => Result): Result
}

/** Watches nothing. */
export const noWatch: ProcessWatch = {
  under: () => undefined,
  during: (_subject, work) => work(),
  follow: (_subject, work) => work(),
}
