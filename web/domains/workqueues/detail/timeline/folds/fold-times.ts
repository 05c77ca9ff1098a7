import { formatClock } from '#web/ui/time/moment.tsx'
import type { TimeScale } from '../scale.ts'
import type { Tick } from '../ticks.ts'

/** Pixels of the axis that something else takes. */
interface Taken {
  from: number
  to: number
}

/** Pixels of `14:03:21` and of `14:03`. */
const WIDTHS = { 8: 54, 5: 36 } as const
const APART = 4
/** Pixels that a text may stand beside the moment that it says: the button of a narrow fold reaches near its ends. */
const BESIDE = 3

/**
 * The times of an axis that is too narrow for ticks, or for ticks between its folds: of its start, and of one end of each fold beside
 * which no tick stands; `x` is the middle of the text. To the minute where there is no room for more.
 */
export function foldTimes(
  { from, parts }: TimeScale,
  ticks: readonly Tick[],
  taken: readonly Taken[],
): readonly Tick[] {
  const used = [...taken, ...ticks.map(({ x }) => around(x, WIDTHS[8]))]
  const times: Tick[] = []
  const add = (places: readonly { at: number; x: number; side: 1 | -1 }[]) => {
    for (const letters of [8, 5] as const)
      for (const { at, x, side } of places)
        for (const beside of [0, BESIDE]) {
          const middle = x + side * (WIDTHS[letters] / 2 + beside)
          const own = around(middle, WIDTHS[letters])
          if (own.from < 0 || used.some((each) => own.from < each.to + APART && each.from - APART < own.to))
            continue
          used.push(own)
          times.push({ at, x: middle, text: formatClock(at).slice(0, letters) })
          return
        }
  }
  const hasTick = (place: number) => {
    const part = parts[place]
    return part !== undefined && ticks.some(({ at }) => part.from <= at && at <= part.to)
  }
  const [first] = parts
  if (first && !hasTick(0)) add([{ at: from, x: first.x, side: 1 }])
  parts.forEach((part, place) => {
    if (!part.folded || hasTick(place - 1) || hasTick(place + 1)) return
    add([
      { at: part.from, x: part.x, side: -1 },
      { at: part.to, x: part.x + part.width, side: 1 },
    ])
  })
  return times
}

const around = (x: number, width: number): Taken => ({ from: x - width / 2, to: x + width / 2 })
