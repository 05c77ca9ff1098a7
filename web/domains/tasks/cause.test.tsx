import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { CauseText } from './cause.tsx'

it('keeps a comma with the code before it, and changes no word', () => {
  const parts = [
    { text: 'Waiting: nobody polls ', tone: 'plain' },
    { text: 'load · bigbatch', tone: 'code' },
    { text: ', last poll ', tone: 'plain' },
    { text: 'never', tone: 'name' },
  ] as const
  const text = parts.map((part) => part.text).join('')
  const { container } = renderThemed(<CauseText cause={{ text, short: text, parts }} />)
  expect(screen.getByText('load · bigbatch').parentElement?.textContent).toBe('load · bigbatch,')
  expect(container.textContent).toContain(text)
})
