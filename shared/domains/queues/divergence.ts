/** What came in and went out in a minute; what a platform leaves out is null. */
export interface MinuteFacts {
  at: string | null
  in: number | null
  out: number | null
}

export interface EventFacts {
  at: string | null
  text: string
}

const MINUTE = 60_000
/** An event explains a divergence that begins at most so long before or after it. */
const NEAR_MS = 2 * MINUTE

/** The moment since which more comes into a queue than goes out, and the event at that time; null: that is not so. */
export function divergenceOf(
  minutes: readonly MinuteFacts[],
  events: readonly EventFacts[],
): { at: number; event: EventFacts | null } | null {
  // The last minute is not over.
  const whole = minutes.slice(0, -1)
  let first: number | null = null
  let grown = 0
  for (let index = whole.length - 1; index >= 0; index--) {
    const { in: came, out } = whole[index]!
    const more = (came ?? 0) - (out ?? 0)
    // A minute in which nothing moved belongs to what is around it.
    if (more > Math.max(0, (came ?? 0) / 20)) {
      first = index
      grown += more
    } else if ((came ?? 0) > 0 || (out ?? 0) > 0) break
  }
  const at = first === null ? null : momentOf(whole[first]!.at)
  if (at === null || grown < 3) return null
  const near = events
    .map((event) => ({ event, distance: distanceOf(event, at) }))
    .filter(({ distance }) => distance <= NEAR_MS)
    .sort((a, b) => a.distance - b.distance)
  const event = near[0]?.event ?? null
  return { at: momentOf(event?.at ?? null) ?? at, event }
}

/** From an event to the minute that begins at `at`. */
function distanceOf(event: EventFacts, at: number): number {
  const moment = momentOf(event.at)
  return moment === null ? Infinity : Math.max(at - moment, moment - (at + MINUTE), 0)
}

function momentOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : at
}
