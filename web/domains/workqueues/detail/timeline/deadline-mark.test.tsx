import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DeadlineMark } from './timeline-bar.tsx'

const scale = { from: 0, to: 10_000, x: (moment: number) => moment / 10 }
const at = (ms: number) => new Date(ms).toISOString()

it('stands where the deadline passes or has passed, while the axis shows it', () => {
  const { rerender } = render(<DeadlineMark of={{ due: at(5000), late: null }} scale={scale} />)
  expect(screen.getByRole('img', { name: /^Deadline/ }).style.left).toBe('500px')
  rerender(<DeadlineMark of={{ due: null, late: at(2000) }} scale={scale} />)
  expect(screen.getByRole('img').style.left).toBe('200px')
  rerender(<DeadlineMark of={{ due: at(20_000), late: null }} scale={scale} />)
  expect(screen.queryByRole('img')).toBeNull()
  rerender(<DeadlineMark of={{ due: null, late: null }} scale={scale} />)
  expect(screen.queryByRole('img')).toBeNull()
})
