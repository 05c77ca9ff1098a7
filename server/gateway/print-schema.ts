import { readFileSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './schema.ts'

/**
 * Writes `shared/schema.graphql`, from which the types of the client are made. With `--check` it writes nothing and
 * exits with 1 when the file differs from the schema.
 */
const file = new URL('../../shared/schema.graphql', import.meta.url)
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(file, printed)
} else if (readFileSync(file, 'utf8') !== printed) {
  process.stderr.write('shared/schema.graphql differs from the schema: run `npm run schema`\n')
  process.exitCode = 1
}
