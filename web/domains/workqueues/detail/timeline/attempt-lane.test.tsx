import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { moment } from '../test-bed.tsx'
import { AttemptLane } from './attempt-lane.tsx'
import type { AttemptRow } from './attempts.ts'

const row = (number: number, round: number, second: number): AttemptRow => ({
  number,
  round,
  ofRound: number - round * 2,
  alias: 'default',
  version: null,
  hostName: null,
  queuedAt: moment(second),
  startedAt: moment(second),
  endedAt: moment(second + 30),
  status: 'failed',
  reason: 'timed out',
  lease: null,
  actor: 'ana',
})
const attempts = [row(1, 0, 0), row(2, 0, 35), row(3, 1, 3600)]

it('numbers attempts over all restarts, folds idle time and selects an attempt', async () => {
  const onSelect = vi.fn()
  renderThemed(<AttemptLane name="charge" attempts={attempts} most={2} selected={3} onSelect={onSelect} />)
  expect(screen.getAllByRole('button').map((bar) => bar.textContent)).toEqual(['1', '2', '3'])
  expect(screen.getByText('58 m 55 s')).toBeTruthy()
  await userEvent.click(
    screen.getByRole('button', {
      name: 'Attempt 2: attempt 2 of 2, retried after 5 s, ran 30 s, failed: timed out',
    }),
  )
  expect(onSelect.mock.calls).toEqual([[2]])
  expect(screen.getByRole('button', { name: /^Attempt 3/ }).hasAttribute('data-critical')).toBe(true)
})

it('is empty before the first attempt', () => {
  const never = { ...row(1, 0, 0), queuedAt: null, startedAt: null, endedAt: null }
  renderThemed(<AttemptLane name="charge" attempts={[never]} most={2} />)
  expect(screen.queryByRole('group')).toBeNull()
})
