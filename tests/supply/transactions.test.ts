import ts from 'typescript'
import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

/** Places in a transaction that use the database beside it: with as many calls at once as sessions each waits for the others. */
function secondSessions({ file, text }: Source): string[] {
  if (!text.includes('.transaction()')) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const transaction = transactionOf(node)
    if (transaction) look(transaction.work, transaction.database)
    ts.forEachChild(node, visit)
  }
  const look = (node: ts.Node, database: string): void => {
    if (isValue(node) && node.getText() === database)
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, (child) => look(child, database))
  }
  visit(source)
  return found
}

/** The work of `database.transaction().execute(work)`. */
function transactionOf(node: ts.Node): { database: string; work: ts.Node } | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { name, expression } = node.expression
  const [, database] = /^([\w.#]+)\s*\.transaction\(\)/.exec(expression.getText()) ?? []
  const [work] = node.arguments
  return name.text === 'execute' && database !== undefined && work ? { database, work } : null
}

/** Names of fields are no values: `{ db: trx }`, `parts.db`. */
const isValue = (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) ||
  (ts.isIdentifier(node) &&
    !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) &&
    !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node))

test('no transaction of the server uses a second session of the database', () => {
  const sources = readSources().filter(({ file }) => /^server\/.*(?<!\.test)\.ts$/.test(file))
  expect(sources.flatMap(secondSessions)).toEqual([])
})

test('a second session is found, and names of fields are not', () => {
  const text = `
    db.transaction().execute(async (trx) => {
      await read(trx, { db: trx }, parts.db)
      await read(db)
    })
    db.transaction().setIsolationLevel('serializable').execute((trx) => db.selectFrom('apps').execute())
    db.transaction().execute((trx) => read(trx))
    read(db)`
  expect(secondSessions({ file: 'a.ts', text } as Source)).toEqual(['a.ts:4', 'a.ts:6'])
})
