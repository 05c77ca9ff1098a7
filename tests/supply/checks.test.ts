import { expect, test } from 'vitest'
import { catalogue, untestedLimits } from '../support/catalogue.ts'
import { readText } from './lock.ts'
import { readSources } from './sources.ts'

test('tests name no reliability checks but those of the catalogue, and the page has them all (`npm run checks`)', () => {
  const numbers = Object.keys(catalogue).map(Number)
  expect(numbers.length).toBeGreaterThan(66)
  expect(Object.keys(untestedLimits).filter((number) => !(Number(number) in catalogue))).toEqual([])
  const noted = readSources()
    .filter(({ file }) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap(({ text }) => [...text.matchAll(/\bcheck: (\d+)/g)].map(([, number]) => Number(number)))
  expect(noted.length).toBeGreaterThan(60)
  expect(noted.filter((number) => !(number in catalogue))).toEqual([])
  const page = readText('docs/checks.md')
  for (const number of numbers) expect(page).toMatch(new RegExp(`^\\| ${number} +\\| `, 'm'))
  expect(page.match(/^\| \d+ /gm)).toHaveLength(numbers.length)
})
