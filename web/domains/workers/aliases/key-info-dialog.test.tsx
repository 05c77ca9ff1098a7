import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { DAY_MS, PRIVATE_KEY_LIFE_DAYS } from '#shared/domains/workers/rules.ts'
import { ExpiresIn } from './key-info-dialog.tsx'

const at = (ms: number) => new Date(ms).toISOString()

test.each([
  ['made after the last tick of the clock', 8000, '365 days'],
  ['made a while ago', -60_000, '365 days'],
  ['of yesterday', -DAY_MS - 60_000, '364 days'],
  ['whose year is over', -PRIVATE_KEY_LIFE_DAYS * DAY_MS - 60_000, 'expired'],
])('a key %s', (_what, age, text) => {
  const created = Date.now() + age
  const key = { createdAt: at(created), expiresAt: at(created + PRIVATE_KEY_LIFE_DAYS * DAY_MS) }
  renderThemed(<ExpiresIn privateKey={key} />)
  expect(screen.getByText(text).title).toBe(key.expiresAt)
})

test('a key without dates has no days', () => {
  const { container } = renderThemed(<ExpiresIn privateKey={{ createdAt: null, expiresAt: null }} />)
  expect(container.textContent).toContain('-')
})
