/** What happens at which time, in the order of time: a binary heap. */
export function createAgenda() {
  const heap: { at: number; act: (now: number) => void }[] = []
  const swap = (one: number, other: number) =>
    ([heap[one], heap[other]] = [heap[other]!, heap[one]!] as const)
  const isBefore = (one: number, other: number) => heap[one]!.at < heap[other]!.at

  function add(at: number, act: (now: number) => void): void {
    let place = heap.push({ at, act }) - 1
    for (let above = (place - 1) >> 1; place > 0 && isBefore(place, above); above = (place - 1) >> 1) {
      swap(place, above)
      place = above
    }
  }

  function takeFirst() {
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) heap[0] = last
    for (let place = 0, child = 1; child < heap.length; place = child, child = 2 * place + 1) {
      if (child + 1 < heap.length && isBefore(child + 1, child)) child++
      if (!isBefore(child, place)) break
      swap(child, place)
    }
    return first
  }

  return {
    add,
    runUntil(end: number): void {
      while (heap.length > 0 && heap[0]!.at < end) {
        const { at, act } = takeFirst()
        act(at)
      }
    },
  }
}
