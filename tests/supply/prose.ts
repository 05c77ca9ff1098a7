import ts from 'typescript'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lock.ts'
import type { Source } from './sources.ts'

/** A comment, a test name or a paragraph of a page, with its first line. */
export interface Passage {
  file: string
  line: number
  text: string
}

const folders = ['docs', 'helm', 'server', 'shared', 'tests', 'web']
const notOurs = /^(node_modules|data|dist|coverage|test-results|screens)$/
const program = /\.(tsx?|m?js|mts)$/

/** The text files of the project: below its own folders and at its top, named from the root. */
export function readProject(): Source[] {
  return ['.', ...folders].flatMap((folder) => below(folder, folder !== '.'))
}

function below(folder: string, deep: boolean): Source[] {
  const here = path.join(root, folder)
  return readdirSync(here, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return deep && !notOurs.test(entry.name) ? below(file, true) : []
    return { file, text: readFileSync(path.join(root, file), 'utf8') }
  })
}

/** Comments and test names of a program, comments of other sources, paragraphs of a page. */
export function passagesOf({ file, text }: Source): Passage[] {
  if (file === 'package-lock.json') return []
  if (program.test(file)) return ofProgram(file, text)
  if (file.endsWith('.md')) return ofPage(file, text)
  if (file.endsWith('.css')) return matches(file, text, /\/\*[^]*?\*\//g)
  if (file.endsWith('.sql')) return matches(file, text, /^\s*--.*(?:\n\s*--.*)*/gm)
  if (file.endsWith('.cs')) return matches(file, text, /^\s*\/\/.*(?:\n\s*\/\/.*)*/gm)
  if (file.endsWith('.txt') || file.endsWith('.tpl')) return [{ file, line: 1, text }]
  if (/\.ya?ml$|(^|\/)Dockerfile$/.test(file)) return matches(file, text, /(?:^|\s)#.*(?:\n\s*#.*)*/g)
  return []
}

function matches(file: string, text: string, pattern: RegExp): Passage[] {
  const lines = lineStarts(text)
  return [...text.matchAll(pattern)].map((match) => ({
    file,
    line: lineOf(lines, match.index),
    text: match[0],
  }))
}

/** Paragraphs, table rows and headings; code blocks are omitted. */
function ofPage(file: string, text: string): Passage[] {
  const withoutCode = text.replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
  return matches(file, withoutCode, /^[^\n]*\S[^\n]*(?:\n(?![|#-])[^\n]*\S[^\n]*)*/gm)
}

/** Tokens that end an operand: a slash after them divides, elsewhere it begins a regular expression. */
const operandEnds = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.CloseParenToken,
  ts.SyntaxKind.CloseBracketToken,
  ts.SyntaxKind.CloseBraceToken,
  ts.SyntaxKind.ThisKeyword,
])

const scanner = ts.createScanner(ts.ScriptTarget.Latest, false)

/**
 * Comments and test names as TypeScript's scanner finds them; a parser takes ten times as long. Consecutive
 * line comments are one passage.
 */
function ofProgram(file: string, text: string): Passage[] {
  const passages: Passage[] = []
  const lines = lineStarts(text)
  const add = (position: number, passage: string) =>
    passages.push({ file, line: lineOf(lines, position), text: passage })
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  /** One entry per open brace: whether it belongs to a template. */
  const braces: boolean[] = []
  let comment: { at: number; end: number } | null = null
  let last: { kind: ts.SyntaxKind; text: string } = { kind: ts.SyntaxKind.Unknown, text: '' }
  let beforeLast = last
  const endComment = () => {
    if (comment) add(comment.at, text.slice(comment.at, comment.end))
    comment = null
  }

  scanner.setText(text)
  for (;;) {
    const kind = rescanned(scanner.scan(), last.kind, braces)
    if (kind === ts.SyntaxKind.NewLineTrivia || kind === ts.SyntaxKind.WhitespaceTrivia) continue
    const [start, end] = [scanner.getTokenStart(), scanner.getTokenEnd()]
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia) {
      comment ??= { at: start, end }
      comment.end = end
      continue
    }
    endComment()
    if (kind === ts.SyntaxKind.EndOfFileToken) return passages
    const isText =
      kind === ts.SyntaxKind.StringLiteral || kind === ts.SyntaxKind.NoSubstitutionTemplateLiteral
    if (isTest && isText && last.kind === ts.SyntaxKind.OpenParenToken && namesTest(beforeLast))
      add(start, scanner.getTokenValue())
    beforeLast = last
    last = { kind, text: kind === ts.SyntaxKind.Identifier ? scanner.getTokenValue() : '' }
  }
}

/** `test('...')`, `test.each(rows)('...')` and its template form. */
const namesTest = ({ kind, text }: { kind: ts.SyntaxKind; text: string }) =>
  /^(describe|it|test|only|skip)$/.test(text) ||
  kind === ts.SyntaxKind.CloseParenToken ||
  kind === ts.SyntaxKind.TemplateTail

/**
 * Scans a token again where only its context decides what it is: a regular expression, or the rest of a
 * template.
 */
function rescanned(kind: ts.SyntaxKind, before: ts.SyntaxKind, braces: boolean[]): ts.SyntaxKind {
  switch (kind) {
    case ts.SyntaxKind.SlashToken:
    case ts.SyntaxKind.SlashEqualsToken:
      return operandEnds.has(before) ? kind : scanner.reScanSlashToken()
    case ts.SyntaxKind.TemplateHead:
      braces.push(true)
      return kind
    case ts.SyntaxKind.OpenBraceToken:
      braces.push(false)
      return kind
    case ts.SyntaxKind.CloseBraceToken: {
      if (!braces.pop()) return kind
      const rest = scanner.reScanTemplateToken(false)
      if (rest === ts.SyntaxKind.TemplateMiddle) braces.push(true)
      return rest
    }
    default:
      return kind
  }
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}

function lineOf(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= position) low = middle
    else high = middle
  }
  return high
}
