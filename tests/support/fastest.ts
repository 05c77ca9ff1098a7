/** Milliseconds of the fastest of so many calls: what the code takes, apart from what else the machine does. */
export async function fastest(times: number, call: () => unknown): Promise<number> {
  const durations: number[] = []
  for (let time = 0; time < times; time++) {
    const begun = performance.now()
    await call()
    durations.push(performance.now() - begun)
  }
  return Math.min(...durations)
}
