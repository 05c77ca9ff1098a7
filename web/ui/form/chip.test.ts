import { expect, it } from 'vitest'
import { choiceText } from './chip.tsx'

it.each([
  [[], 'any'],
  [['open'], 'open'],
  [['open', 'again'], 'open, again'],
  [['open', 'again', 'muted'], 'open +2'],
  [['task.payments.chargecard', 'task.mail.send'], 'task.payments.chargecard +1'],
])('a chip says %j as %s', (labels, text) => {
  expect(choiceText(labels)).toBe(text)
})
