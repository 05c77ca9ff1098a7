import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { version } from '#package.json'

it('is a data attribute of the page', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../index.html'), 'utf8')
  expect(page).toContain(`<html lang="en" data-version="${version}">`)
})
