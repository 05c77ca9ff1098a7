import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readText, root } from './lock.ts'
import { passagesOf, readProject, type Passage } from './prose.ts'

/*
 * Rules for comments, test names and pages: they name only what is in this repository, and are written in
 * plain English. Texts that users see are strings of the program and are not checked.
 */

const sources = readProject()
const files = sources.map(({ file }) => file)
const passages = sources.flatMap(passagesOf)

/** This file contains examples of what it refuses. */
const self = 'tests/supply/prose.test.ts'

/** Every match of the pattern as `file:line: match`, so that a failure can be followed. */
function found(pattern: RegExp, refuse: (match: string, passage: Passage) => boolean = () => true): string[] {
  return passages
    .filter(({ file }) => file !== self)
    .flatMap((passage) =>
      [...passage.text.matchAll(pattern)]
        .filter(([match]) => refuse(match, passage))
        .map((match) => `${passage.file}:${lineOf(passage, match.index)}: ${match[0].trim()}`),
    )
}

const lineOf = ({ line, text }: Passage, position: number) =>
  line + text.slice(0, position).split('\n').length - 1

/** Fails with all offenders in its message. */
const expectNone = (offenders: string[]) => expect(offenders, offenders.join('\n')).toEqual([])

test('programs, pages and templates are read', () => {
  for (const ending of ['.ts', '.tsx', '.mjs', '.md', '.css', '.sql', '.yaml', '.cs', 'Dockerfile'])
    expect([ending, passages.some(({ file }) => file.endsWith(ending))]).toEqual([ending, true])
  expect(passages.length).toBeGreaterThan(5000)
})

test('comments and test names are distinguished from literals', () => {
  const text = [
    'const a = "// none" // one',
    // oxlint-disable-next-line no-template-curly-in-string -- it is a program's
    'const b = `/* none ${ /* two */ `// none ${a}` } // none`',
    'const c = /\\/\\/ none/.test(a) /* three */',
    "test.each([1])('four', () => {}) // five",
    '  // six',
  ].join('\n')
  expect(passagesOf({ file: 'a.test.ts', text })).toMatchObject([
    { line: 1, text: '// one' },
    { line: 2, text: '/* two */' },
    { line: 3, text: '/* three */' },
    { line: 4, text: 'four' },
    { line: 4, text: '// five\n  // six' },
  ])
})

test('no document is cited that is not in the repository', () => {
  const documents = 'spec|contract|design|spikes?\\d?|stack|findings|reliability|performance|operate|examples'
  // RFCs and other standards have sections too.
  const citation = new RegExp(
    [
      `\\b(?:${documents})(?:\\.md)?(?:,|'s)?\\s+(?:sections?\\b|§)`,
      `\\b(?:spec|contract|design|findings)\\s+\\d`,
      `\\bspikes?\\d?\\b`,
      `\\bsections?\\s+\\d+\\s+of\\s+the\\s+(?:${documents})\\b`,
      `\\bchecks?\\s+\\d+\\s+of\\s+the\\b`,
      `\\bthe\\s+(?:product's\\s+|owner's\\s+)?spec\\b`,
      `\\((?:spec|design)\\)`,
    ].join('|'),
    'gi',
  )
  expectNone(found(citation))
})

const basenames = new Set(files.map((file) => path.basename(file)))
/** Created by a build or a test, or part of a package. */
const elsewhere = /^(?:\.?\/)?(?:dist|data|test-results|node_modules|coverage|@)/

/** Whether a named file exists: from the root, from the folder of the text, or by the end of its path. */
function isThere(name: string, from: string): boolean {
  const plain = name.replace(/^#/, '')
  if (elsewhere.test(plain)) return true
  if (existsSync(path.join(root, plain)) || existsSync(path.join(root, path.dirname(from), plain)))
    return true
  return plain.includes('/') ? files.some((file) => file.endsWith(`/${plain}`)) : basenames.has(plain)
}

test('files and folders that are named exist', () => {
  const file = /(?<![\w/.@*}>$-])[#\w./-]*\w(?<!\.d)\.(?:tsx?|mjs|md|sql)\b(?![\w/*(])/g
  const folder = /(?<![\w/.@*}>$-])(?:server|shared|web|tests|docs|helm)\/[\w./-]*\w(?![\w*<{/.-])/g
  expectNone([
    ...found(file, (name, { file }) => !isThere(name, file)),
    ...found(folder, (name, { file }) => !isThere(name, file) && !isThere(`${name}.ts`, file)),
  ])
})

const anchors = new Map<string, Set<string>>()
/** Anchors of a page: headings, and explicit ids. */
function anchorsOf(page: string): Set<string> {
  const known = anchors.get(page)
  if (known) return known
  const text = readText(page).replace(/^```[^]*?^```/gm, '')
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  const written = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)
  const all = new Set([...headings, ...written])
  anchors.set(page, all)
  return all
}

test('links lead to pages, and anchors to headings', () => {
  const link = /\]\((?!https?:|mailto:)[^)\s]+\)/g
  expectNone(
    found(link, (match, { file }) => {
      const [target = '', anchor] = match.slice(2, -1).split('#')
      const page = target === '' ? file : path.normalize(path.join(path.dirname(file), target))
      if (!existsSync(path.join(root, page))) return true
      return anchor !== undefined && !anchorsOf(page).has(anchor)
    }),
  )
  const named = /\b(?:docs\/)?[\w-]+\.md#[\w-]+/g
  expectNone(
    found(named, (match) => {
      const [page = '', anchor = ''] = match.split('#')
      const [there] = [page, `docs/${page}`].filter((one) => existsSync(path.join(root, one)))
      return there === undefined || !anchorsOf(there).has(anchor)
    }),
  )
})

test('`npm run` names an existing script', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  expectNone(found(/\bnpm run [\w:-]+/g, (match) => !((match.split(' ').at(-1) ?? '') in scripts)))
})

test('plain English: no indefinite persons, no archaic words', () => {
  const words =
    /\b(?:whoever|whosoever|somebody|(?<!["'`])nobody|everybody|anybody|anew|affairs?|is\s+told|takes\s+out\s+of\s+the\s+world)\b/gi
  expectNone(found(words))
})
