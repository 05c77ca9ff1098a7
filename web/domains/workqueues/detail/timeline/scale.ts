/** A span of time, in milliseconds since 1970. */
export interface Span {
  from: number
  to: number
}

/** Time that an axis folds. */
export interface Gap extends Span {
  /** The event that a stretch in which nothing begins or ends follows; absent for idle time. */
  after?: number
}

/** What an opened gap is known by: the ends of a quiet stretch move with what is beside it. */
export const gapId = ({ from, after }: Gap): number => after ?? from

/** A part of the axis: time in proportion, or a gap that is folded. */
interface ScalePart extends Gap {
  x: number
  width: number
  folded: boolean
}

/** A time axis of a width in pixels. */
export interface TimeScale extends Span {
  width: number
  parts: readonly ScalePart[]
  /** The pixel of a moment; one outside of the axis is at its nearest end. */
  x(moment: number): number
  /** The moment at a pixel. */
  moment(x: number): number
}

/** A gap of more than this part of the width is folded. */
export const FOLD_FROM = 0.1

/** The time that no span covers, without that before the first and after the last one; in order. */
export function gapsBetween(spans: readonly Span[]): Span[] {
  // Sorted apart: between spans, as many have ended as have begun.
  const begins = new Float64Array(spans.length)
  const ends = new Float64Array(spans.length)
  spans.forEach(({ from, to }, index) => {
    begins[index] = from
    ends[index] = to
  })
  begins.sort()
  ends.sort()
  const gaps: Span[] = []
  for (let next = 1; next < begins.length; next++) {
    const [from, to] = [ends[next - 1]!, begins[next]!]
    if (from < to) gaps.push({ from, to })
  }
  return gaps
}

/**
 * The gaps to fold: the longest first, while one takes more than a tenth of the width that is left. The width is the
 * whole time without the gaps that are folded already.
 */
export function gapsToFold(whole: Span, gaps: readonly Span[]): Span[] {
  let left = whole.to - whole.from
  const folded: Span[] = []
  for (const gap of [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const length = gap.to - gap.from
    if (length <= left * FOLD_FROM) break
    folded.push(gap)
    left -= length
  }
  return folded.sort((a, b) => a.from - b.from)
}

/**
 * An axis over `whole` in which each of `folds` (in order, disjoint, inside of it) has a fixed width, and the rest is
 * in proportion. `inset` is free space at both ends.
 */
export function timeScale(
  whole: Span,
  folds: readonly Gap[],
  { width, foldWidth, inset = [0, 0] }: { width: number; foldWidth: number; inset?: [number, number] },
): TimeScale {
  const [start, end] = inset
  const room = Math.max(1, width - start - end)
  const foldedMs = folds.reduce((sum, { from, to }) => sum + to - from, 0)
  const time = Math.max(1, whole.to - whole.from - foldedMs)
  // Many folds on a narrow screen share half of it.
  const fold = folds.length > 0 ? Math.min(foldWidth, room / 2 / folds.length) : 0
  const perMs = (room - fold * folds.length) / time
  const parts: ScalePart[] = []
  let x = start
  const add = (span: Gap, folded: boolean) => {
    const length = folded ? fold : (span.to - span.from) * perMs
    parts.push({ ...span, x, width: length, folded })
    x += length
  }
  let from = whole.from
  for (const gap of folds) {
    add({ from, to: gap.from }, false)
    add(gap, true)
    from = gap.to
  }
  add({ from, to: Math.max(whole.to, from + 1) }, false)
  return { ...whole, width, parts, ...conversions(parts) }
}

function conversions(parts: readonly ScalePart[]): Pick<TimeScale, 'x' | 'moment'> {
  const first = parts[0]!
  const last = parts.at(-1)!
  return {
    x(moment) {
      const at = Math.min(Math.max(moment, first.from), last.to)
      const part = parts.find(({ to }) => at <= to) ?? last
      return part.x + share(at - part.from, part.to - part.from) * part.width
    },
    moment(x) {
      const at = Math.min(Math.max(x, first.x), last.x + last.width)
      const part = parts.find((each) => at <= each.x + each.width) ?? last
      return part.from + share(at - part.x, part.width) * (part.to - part.from)
    },
  }
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)
