import { describe, expect, it } from 'vitest'
import { FOLD_FROM, gapsBetween, gapsToFold, type Span, timeScale } from './scale.ts'
import { randomFrom, randomSpans } from './test-bed.tsx'

const size = { width: 800, foldWidth: 40 }

/** The time from the first to the last of the spans. */
const wholeOf = (spans: readonly Span[]): Span => ({
  from: Math.min(...spans.map(({ from }) => from)),
  to: Math.max(...spans.map(({ to }) => to)),
})

describe('gapsBetween', () => {
  it('is none where spans touch or overlap', () => {
    const spans = [
      { from: 30, to: 40 },
      { from: 0, to: 10 },
      { from: 10, to: 12 },
      { from: 5, to: 11 },
    ]
    expect(gapsBetween(spans)).toEqual([{ from: 12, to: 30 }])
    expect(gapsBetween([{ from: 0, to: Infinity }, ...spans])).toEqual([])
    expect(gapsBetween([])).toEqual([])
  })
  it('is the time of the run that no span covers, in order', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = randomFrom(seed)
      const spans = randomSpans(random)
      const whole = wholeOf(spans)
      const gaps = gapsBetween(spans)
      const covers = (list: readonly Span[], at: number) => list.some(({ from, to }) => from < at && at < to)
      for (let probe = 0; probe < 30; probe++) {
        const at = Math.floor(random() * 1000) + 0.5
        const inside = whole.from < at && at < whole.to
        expect(covers(gaps, at)).toBe(inside && !covers(spans, at))
      }
      expect(gaps).toEqual([...gaps].sort((a, b) => a.from - b.from))
    }
  })
})

describe('gapsToFold', () => {
  const whole = { from: 0, to: 1000 }
  it('folds what takes more than a tenth of the width, not a tenth', () => {
    expect(gapsToFold(whole, [{ from: 100, to: 200 }])).toEqual([])
    expect(gapsToFold(whole, [{ from: 100, to: 201 }])).toEqual([{ from: 100, to: 201 }])
  })
  it('folds a gap that is long only once a longer one is folded', () => {
    const hour = 3_600_000
    const gaps = [
      { from: 60_000, to: 660_000 },
      { from: 720_000, to: 720_000 + 2 * hour },
    ]
    expect(gapsToFold({ from: 0, to: 720_000 + 2 * hour + 60_000 }, gaps)).toEqual(gaps)
  })
  it('leaves no gap of more than a tenth of what is left, and folds none that was not one', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const spans = randomSpans(randomFrom(seed))
      const run = wholeOf(spans)
      const gaps = gapsBetween(spans)
      const folded = gapsToFold(run, gaps)
      const left = run.to - run.from - folded.reduce((sum, { from, to }) => sum + to - from, 0)
      for (const gap of gaps) {
        if (folded.includes(gap)) expect(gap.to - gap.from).toBeGreaterThan(left * FOLD_FROM)
        else expect(gap.to - gap.from).toBeLessThanOrEqual(left * FOLD_FROM)
      }
    }
  })
})

describe('timeScale', () => {
  it('gives a fold its width and the rest in proportion', () => {
    const scale = timeScale({ from: 0, to: 1000 }, [{ from: 200, to: 800 }], size)
    expect([0, 100, 200, 500, 800, 1000].map(scale.x)).toEqual([0, 190, 380, 400, 420, 800])
    expect([0, 190, 400, 800].map(scale.moment)).toEqual([0, 100, 500, 1000])
  })
  it('keeps free space at its ends, and what lies outside at them', () => {
    const scale = timeScale({ from: 0, to: 100 }, [], { ...size, inset: [10, 50] })
    expect([-50, 0, 100, 500].map(scale.x)).toEqual([10, 10, 750, 750])
    expect([-5, 10, 750, 999].map(scale.moment)).toEqual([0, 0, 100, 100])
  })
  it('draws a run of one moment', () => {
    const scale = timeScale({ from: 5, to: 5 }, [], size)
    expect(Number.isFinite(scale.x(5)) && Number.isFinite(scale.moment(100))).toBe(true)
  })
  it('is monotone, its own inverse and as wide as asked, whatever is folded', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = randomFrom(seed)
      const spans = randomSpans(random)
      const run = wholeOf(spans)
      const scale = timeScale(run, gapsToFold(run, gapsBetween(spans)), size)
      const last = scale.parts.at(-1)!
      expect(last.x + last.width).toBeCloseTo(size.width, 6)
      const moments = Array.from({ length: 40 }, () => run.from + random() * (run.to - run.from)).sort(
        (a, b) => a - b,
      )
      let before = -1
      for (const moment of moments) {
        const x = scale.x(moment)
        expect(x).toBeGreaterThanOrEqual(before)
        expect(scale.moment(x)).toBeCloseTo(moment, 6)
        before = x
      }
      for (const { folded, width } of scale.parts)
        if (folded) expect(width).toBeLessThanOrEqual(size.foldWidth)
    }
  })
})
