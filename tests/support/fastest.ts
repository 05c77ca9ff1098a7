/** About 10 ms of processor time on the machines that the limits of the tests were chosen on. */
const referenceText = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({ id: `t${index}`, index })),
)
const REFERENCE_MS = 10

/** Processor time of this process during `work`, in milliseconds. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Milliseconds of the fastest of several calls, on a machine that needs 10 ms for a fixed piece of work. Processor time
 * does not count the time of other processes, but a processor that they share is slower: so the fixed piece is done
 * beside each call, and the time of the call is a ratio to it.
 */
export async function fastest(times: number, call: () => unknown): Promise<number> {
  let [own, reference] = [Infinity, Infinity]
  for (let time = 0; time < times; time++) {
    own = Math.min(own, await cpuMs(call))
    reference = Math.min(reference, await cpuMs(() => JSON.stringify(JSON.parse(referenceText))))
  }
  return (own / reference) * REFERENCE_MS
}
