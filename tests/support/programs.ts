import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'

type Program =
  | 'engine-process'
  | 'tally-process'
  | 'poison-process'
  | 'postgres-process'
  | 'scheduler-process'
  | 'shapes-process'

/** The thread of the platform's process watch, which starts faster than from its source. */
export const watchThread = new URL('../../dist/programs/watch-thread.js', import.meta.url)

/** Starts a program of this folder in a separate process, from the bundle of `programs.vite.config.ts`. */
export function forkProgram(
  name: Program,
  args: string | readonly string[],
  options: ForkOptions = {},
): ChildProcess {
  return fork(new URL(`../../dist/programs/${name}.js`, import.meta.url), [args].flat(), options)
}
