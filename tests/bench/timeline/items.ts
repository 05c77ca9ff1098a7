/** An attempt of a task; milliseconds since 1970. */
export interface BenchAttempt {
  task: number
  number: number
  queued: number
  started: number
  ended: number
}

export const ATTEMPTS = 3
/** Tasks that run at once. */
const WIDTH = 40
const BEGIN = Date.UTC(2026, 10, 22, 11)

/** A run of waves of tasks, each with three attempts; the last one succeeds. Deterministic. */
export function attemptsOfRun(tasks: number): BenchAttempt[] {
  return Array.from({ length: tasks * ATTEMPTS }, (_, index) => {
    const task = Math.floor(index / ATTEMPTS)
    const number = (index % ATTEMPTS) + 1
    const begun = BEGIN + Math.floor(task / WIDTH) * 9000 + (task % WIDTH) * 37
    const queued = begun + (number - 1) * 3000
    return { task, number, queued, started: queued + 300 + (task % 7) * 50, ended: queued + 2400 }
  })
}

/** The task of the wave before that a task depends on; null in the first wave. */
export function dependencyOf(task: number): number | null {
  return task < WIDTH ? null : task - WIDTH + ((task * 13) % 7) - (task % WIDTH < 7 ? 0 : 7)
}
