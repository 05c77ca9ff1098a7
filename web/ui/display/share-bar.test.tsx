import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ShareBar, shareText, shareWidths, type BarPart } from './share-bar.tsx'

const share = (status: string, count: number): BarPart => ({ status, count })
const widths = (...counts: number[]) =>
  shareWidths(counts.map((count, index) => share(`s${index}`, count))).map(({ width }) => width)

it('divides the bar by the counts', () => expect(widths(50, 25, 25)).toEqual([50, 25, 25]))

it('leaves out what does not occur', () => expect(widths(3, 0, 1)).toEqual([75, 25]))

it.each([
  [
    [1_000_000, 1],
    [97, 3],
  ],
  [
    [1, 1_000_000, 1, 1],
    [3, 91, 3, 3],
  ],
])('shows the smallest part of %j with 3 per cent', (counts, expected) =>
  expect(widths(...counts)).toEqual(expected),
)

it('shows a part with 3 per cent that falls below while it makes room', () => {
  // 3.05 of 100 become 2.96 of 97.
  const all = widths(10, 3050, 96_940)
  expect(all[1]).toBe(3)
  expect(all.reduce((sum, each) => sum + each)).toBeCloseTo(100)
})

it('shows nothing of nothing', () => expect(widths(0, 0)).toEqual([]))

it('tells its numbers in words', () => {
  const shares = [share('completed', 320), share('failed', 4), share('cancelled', 0), share('running', 9)]
  expect(shareText(shares)).toBe('320 completed, 4 failed, 9 running')
  const { container } = render(<ShareBar shares={shares} empty="no runs" />)
  screen.getByRole('img', { name: '320 completed, 4 failed, 9 running' })
  expect(container.querySelectorAll('[data-status]')).toHaveLength(3)
})

it('says that there is nothing', () => {
  render(<ShareBar shares={[share('failed', 0)]} empty="no runs" />)
  screen.getByRole('img', { name: 'no runs' })
})
