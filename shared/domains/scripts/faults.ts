const MIB = 1024 * 1024
/** Three digits say enough of a limit. */
const amount = (value: number) => String(Number(value.toPrecision(3)))

/** Why a script fails, beside its own errors. The same words are in the task's reason and on the script's page. */
export const scriptFaults = {
  absent: (slug: string) => `There is no script ${slug}`,
  ambiguous: (type: string) => `Several scripts have the type ${type}: rename all but one`,
  taken: (type: string) => `is taken: a script has the type ${type}`,
  unshared: 'names the type of its tasks: it cannot be given to many scripts at once',
  unnamed: 'must have a letter or a digit',
  time: (ms: number) => `The script ran longer than ${amount(ms / 1000)} s`,
  memory: (mib: number) => `The script needed more than ${mib} MiB of memory`,
  output: (bytes: number) => `The script wrote more than ${amount(bytes / MIB)} MiB of log lines and outputs`,
  logLines: (lines: number) => `The script wrote more than ${lines} log lines`,
  progressCalls: (calls: number) => `The script called progress more than ${calls} times`,
  depth: 'The script nests calls or values too deep',
  tests: 'At most 30 test runs a minute are possible; try again in a minute',
  busy: 'All processes for scripts are busy; try again in a moment',
} as const
