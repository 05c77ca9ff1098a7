import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { format } from 'oxfmt'
import { catalogue, untestedLimits } from './support/catalogue.ts'
import { evidenceFile, type Evidence } from './support/evidence.ts'

/**
 * `npm run checks`: the table of the reliability checks, from the records of the last runs of their tests.
 */

const root = path.join(import.meta.dirname, '..')
const target = path.join(root, 'docs/checks.md')

/** A separate program tests the image. */
const recording = /(\.(test|spec)\.tsx?|^tests\/image\/run\.ts)$/

/** Files below a folder of the project that may record results, by path. */
function testFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(file)
    return recording.test(file) ? [file] : []
  })
}

/** The files that record results, by check. */
function filesByCheck(): Map<number, string[]> {
  const where = new Map<number, string[]>()
  for (const file of ['server', 'shared', 'web', 'tests'].flatMap(testFiles).sort()) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const numbers = [...text.matchAll(/\bcheck: (\d+)/g)].map(([, number]) => Number(number))
    for (const number of new Set(numbers)) where.set(number, [...(where.get(number) ?? []), file])
  }
  return where
}

/**
 * The records by check. A test that has run several times is identified by its text and the names of its
 * figures; its last run counts.
 */
function found(): Map<number, Evidence[]> {
  const lines = existsSync(evidenceFile) ? readFileSync(evidenceFile, 'utf8').split('\n').filter(Boolean) : []
  const latest = new Map<string, Evidence>()
  for (const line of lines) {
    const one = JSON.parse(line) as Evidence
    const words = Object.values(one.figures).filter((value) => typeof value === 'string')
    const key = JSON.stringify([one.check, one.breaks, Object.keys(one.figures), words])
    latest.delete(key)
    latest.set(key, one)
  }
  const byCheck = new Map<number, Evidence[]>()
  for (const one of latest.values()) byCheck.set(one.check, [...(byCheck.get(one.check) ?? []), one])
  return byCheck
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const number = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(3)))
const figures = (one: Evidence) =>
  Object.entries(one.figures)
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'number' ? number(value).toLocaleString('en-US') : value}`,
    )
    .join(', ')

const tried = filesByCheck()
const evidence = found()
const numbers = Object.keys(catalogue).map(Number)
const rows = numbers.map((check) => {
  const lines = evidence.get(check) ?? []
  const files = (tried.get(check) ?? []).map((file) => `[${path.basename(file)}](../${file})`)
  const breaks = [...new Set(lines.map((line) => line.breaks))]
  const limit = untestedLimits[check]
  const results = lines.map(figures)
  if (lines.length === 0) results.push(files.length ? 'not run' : 'no test records it')
  if (limit) results.push(`_not shown here: ${limit}_`)
  return `| ${[String(check), catalogue[check] ?? '', files.join(', '), results.join('; '), breaks.join('; ')].map(cell).join(' | ')} |`
})

const figured = numbers.filter((check) => evidence.has(check))
const passed = figured.filter((check) => !untestedLimits[check])
const partly = figured.filter((check) => untestedLimits[check])
const notRun = numbers.filter((check) => !evidence.has(check) && tried.has(check))
const none = numbers.filter((check) => !tried.has(check) && !evidence.has(check))
const counted = (name: string, those: number[]) =>
  `- ${those.length} ${name}${those.length > 0 && those.length < 40 ? ` (${those.join(', ')})` : ''}`
const text = `# Reliability checks

What was tested, the results, and a change of the code that makes the check fail. A test writes its line after its last expectation.
\`npm run checks\` prints this page from the last runs of the tests (\`test-results/evidence.jsonl\`); do not edit it. Times were measured on a
shared machine with two cores and are not guaranteed.

Of ${numbers.length} checks

${counted('passed with figures', passed)}
${counted('passed as far as one machine can show; their lines name what it cannot', partly)}
${counted('have a test that was not run for this page', notRun)}
${counted('have no test with figures; they may be tested elsewhere', none)}

| # | What must hold | Tests | Results | Fails when |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
writeFileSync(target, (await format(target, text)).code)
process.stdout.write(`${figured.length} of ${numbers.length} checks have figures: docs/checks.md\n`)
