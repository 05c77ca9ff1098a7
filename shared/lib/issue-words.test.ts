import { expect, it } from 'vitest'
import { z } from 'zod'
import { issueInWords } from './issue-words.ts'

it('counts one entry as one', () => {
  const wordsOf = (least: number) => {
    const { error } = z.array(z.string()).min(least).safeParse([])
    return error && issueInWords(error.issues[0]! as never)
  }
  expect([wordsOf(1), wordsOf(2)]).toEqual(['must have at least 1 entry', 'must have at least 2 entries'])
})
