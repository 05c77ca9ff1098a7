import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureProgram } from './debian-program.mjs'

/**
 * `npm test`: everything that says whether a checkout is good. One failure does not keep the rest from
 * running; the last line sums up all runners. A check without tests of its own counts as one.
 */
const root = path.join(import.meta.dirname, '..')
const bin = (/** @type {string} */ file) => path.join(root, 'node_modules', file)
const results = path.join(root, 'test-results')
const chromium = '/usr/bin/chromium'
/** The oldest PostgreSQL that operators may bring: the tests start it themselves, beside the embedded one. */
const postgres15 = '/usr/lib/postgresql/15/bin/postgres'
let passed = 0
let failed = 0

/**
 * Runs one command and shows its output when it has ended, so that two at a time stay readable.
 * @param {string} command @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
    })
    let output = ''
    const take = (/** @type {Buffer} */ part) => (output += part)
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }))
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}

const node = (/** @type {string[]} */ ...args) => run(process.execPath, args)
const tsx = (/** @type {string[]} */ ...args) => node(bin('tsx/dist/cli.mjs'), ...args)

/**
 * @param {string} name
 * @param {() => Promise<{ ok: boolean, output: string }>} work
 */
async function check(name, work) {
  const begun = performance.now()
  const { ok, output } = await work()
  if (ok) passed++
  else failed++
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n${ok ? '' : output}`)
  return ok
}

/** The types of the GraphQL schema, printed aside and compared. */
async function tadaDrift() {
  const printed = path.join(tmpdir(), `graphql-env-${process.pid}.d.ts`)
  const { ok, output } = await node(bin('gql.tada/bin/cli.js'), 'generate-output', '--output', printed)
  if (!ok) return { ok, output }
  const same =
    readFileSync(printed, 'utf8') === readFileSync(path.join(root, 'web/lib/graphql-env.d.ts'), 'utf8')
  rmSync(printed)
  return {
    ok: same,
    output: 'web/lib/graphql-env.d.ts differs from shared/schema.graphql: run `npm run schema`\n',
  }
}

/**
 * Runs a test runner with its output shown as it comes, and counts what its report says.
 * @param {string} name @param {string[]} args @param {string} report
 * @param {(report: any) => { passed: number, failed: number }} count
 */
async function tests(name, args, report, count) {
  rmSync(report, { force: true })
  process.stdout.write(`\n${name}\n`)
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  passed += counted.passed
  // A runner may fail beside its tests: an error that nobody caught, a set-up, a file that does not load.
  failed += code === 0 ? counted.failed : Math.max(counted.failed, 1)
}

// The machine has two processors or more: the linter is as long as the others together.
await Promise.all([
  check('lint', () => node(bin('eslint/bin/eslint.js'), '.')),
  (async () => {
    await check('format', () => node(bin('prettier/bin/prettier.cjs'), '--check', '.'))
    await check('types', () => node(bin('typescript/bin/tsc'), '--noEmit'))
    await check('drift of the schema', () => tsx('server/gateway/print-schema.ts', '--check'))
    await check('drift of the schema types', tadaDrift)
    await check('drift of the operations', () => tsx('web/print-operations.ts', '--check'))
  })(),
])

if (process.getuid?.() !== 0)
  process.stdout.write('left out, for it needs root: tests/faults/*.root.test.ts\n')
// What the reliability checks find is told from this run alone.
rmSync(path.join(results, 'evidence.jsonl'), { force: true })
await check('PostgreSQL 15', async () => ensureProgram(postgres15, 'postgresql-15'))
const unitReport = path.join(results, 'unit.json')
await tests(
  'unit and integration tests',
  [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ],
  unitReport,
  (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
)

const built = await check('build', () => node('server/bin/ensure.mjs'))
const browser = await check('browser', async () => ensureProgram(chromium, 'chromium'))
if (built && browser)
  await tests(
    'browser tests',
    [bin('playwright/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts'],
    path.join(results, 'browser.json'),
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  )

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
