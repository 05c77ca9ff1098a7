import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { UNKNOWN_MOMENT } from '#shared/lib/time-text.ts'
import { ExactTime, RelativeTime } from './moment.tsx'

it.each([
  ['none', null, '--'],
  ['one that the platform has not answered', UNKNOWN_MOMENT, '--'],
  ['a moment', new Date().toISOString(), /^\d+ \w+, [\d:]+now$/],
])('of %s', (_which, value, text) => {
  const { container } = render(
    <>
      <ExactTime value={value} />
      <RelativeTime value={value} />
    </>,
  )
  expect(container.textContent).toMatch(text)
})
