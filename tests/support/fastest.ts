/**
 * Milliseconds of the fastest of several calls on an otherwise idle machine: the processor time of this
 * process, not the elapsed time, which includes other processes.
 */
export async function fastest(times: number, call: () => unknown): Promise<number> {
  const durations: number[] = []
  for (let time = 0; time < times; time++) {
    const before = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(before)
    durations.push((user + system) / 1000)
  }
  return Math.min(...durations)
}
