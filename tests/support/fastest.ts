/**
 * Milliseconds that the fastest of so many calls takes on a machine that does nothing else: the time that this process
 * works, not the time that passes while others do.
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
