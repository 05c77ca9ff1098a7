import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { browser, ensureProgram, pgbouncer, sshd } from './debian-program.mjs'

/**
 * `npm test` runs every check of a checkout. The rest continues after a failure; the last lines name what failed and
 * sum up all runners, in which a check without tests counts as one. `npm test -- DOMAIN` runs only the tests of one
 * domain.
 */
const root = path.join(import.meta.dirname, '..')
const bin = (/** @type {string} */ file) => path.join(root, 'node_modules', file)
const results = path.join(root, 'test-results')
/** The oldest supported PostgreSQL. The tests start it themselves, beside the embedded one. */
const postgres15 = '/usr/lib/postgresql/15/bin/postgres'
/** Linux keeps the files of this folder in memory. */
const inMemory = '/dev/shm'
const GIB = 2 ** 30
let passed = 0
let failed = 0
/**
 * Name and first words of each failure, repeated at the end: a whole run prints thousands of lines.
 * @type {string[]}
 */
const failures = []

/** @param {string} output what a runner says of a failure */
const firstWords = (output) =>
  stripVTControlCharacters(output).split('\n').slice(0, 6).join('\n').slice(0, 800)

/** @param {string} name @param {string} [output] the words to repeat */
function noteFailure(name, output = '') {
  failures.push(`FAILED ${name}\n${output}\n`)
}

/**
 * Runs one command and collects its output, so that the output of parallel commands does not mix.
 * @param {string} command @param {string[]} args @param {Record<string, string>} [env] more variables
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
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
  else {
    failed++
    noteFailure(name, firstWords(output))
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n${ok ? '' : output}`)
  return ok
}

/** Prints the types of the GraphQL schema into a temporary file and compares them. */
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
 * Runs a test runner, whose output passes through, and counts the tests of its report.
 * @param {string} name @param {string[]} args @param {string} report
 * @param {(report: any) => { passed: number, failed: number, failures: { name: string, output?: string }[] }} count
 * @param {Record<string, string>} [env] more variables
 */
async function tests(name, args, report, count, env) {
  rmSync(report, { force: true })
  process.stdout.write(`\n${name}\n`)
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, failures: [] }
  passed += counted.passed
  for (const failure of counted.failures) noteFailure(failure.name, failure.output)
  if (code !== 0 && counted.failures.length === 0) noteFailure(`${name}: outside of a test, see above`)
  // A runner can fail outside of a test: an uncaught error, a set-up, a file that does not load.
  failed += code === 0 ? counted.failed : Math.max(counted.failed, 1)
}

/** What the tests of processes and of the browser need. */
async function prepare() {
  const results = await Promise.all([
    check('build', () => node('server/bin/ensure.mjs')),
    check('browser', async () => ensureProgram(browser.program, browser.debianPackage)),
    check('PostgreSQL 15', async () => ensureProgram(postgres15, 'postgresql-15')),
    check('PgBouncer', async () => ensureProgram(pgbouncer.program, pgbouncer.debianPackage)),
    check('sshd', async () => ensureProgram(sshd.program, sshd.debianPackage)),
  ])
  return results[0] && results[1]
}

/**
 * Each thread of the type checker computes the shared types again, and with the default heap a quarter of its time is
 * garbage collection. One thread with a larger heap needs less of both processors.
 */
const lint = () => run(process.execPath, [bin('oxlint/bin/oxlint')], { GOMAXPROCS: '1', GOGC: '800' })

/** One after the other, so that the build and the browser tests keep a processor. */
async function checkSources() {
  await check('format', () => node(bin('oxfmt/bin/oxfmt'), '--check'))
  await check('lint and types', lint)
  await check('drift of the schema', () => tsx('server/gateway/print-schema.ts', '--check'))
  await check('drift of the schema types', tadaDrift)
  await check('drift of the operations', () => tsx('web/print-operations.ts', '--check'))
}

const browserTests = () =>
  tests(
    'browser tests',
    [bin('playwright/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts'],
    path.join(results, 'browser.json'),
    ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: suites.flatMap(failedWalks),
    }),
  )

/**
 * The failed tests of one suite of a Playwright report.
 * @param {any} suite @returns {{ name: string, output?: string }[]}
 */
function failedWalks(suite) {
  const own = (suite.specs ?? []).filter((/** @type {any} */ spec) => !spec.ok)
  return [
    ...own.map((/** @type {any} */ spec) => ({
      name: `${spec.file}:${spec.line} ${spec.title}`,
      // The first error of a test that took too long names only its limit; the next one says what it waited for.
      output: spec.tests
        .at(-1)
        ?.results.at(-1)
        ?.errors.map((/** @type {any} */ error) => firstWords(error.message))
        .join('\n'),
    })),
    ...(suite.suites ?? []).flatMap(failedWalks),
  ]
}

/**
 * @param {string} name @param {string[]} selection projects and files; all of them when empty
 * @param {{ file?: string, env?: Record<string, string> }} [options] the report, of which each of several runs at once needs
 * its own, and more variables
 */
function vitest(name, selection, { file = 'unit.json', env } = {}) {
  const report = path.join(results, file)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [bin('vitest/vitest.mjs'), 'run', ...reporters, ...selection]
  const count = (/** @type {any} */ report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: report.testResults.flatMap(failedTests),
  })
  return tests(name, args, report, count, env)
}

/**
 * The failed tests of one file of a Vitest report.
 * @param {any} file @returns {{ name: string, output?: string }[]}
 */
function failedTests(file) {
  const own = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
  const name = path.relative(root, file.name)
  if (own.length === 0) return file.status === 'failed' ? [{ name, output: firstWords(file.message) }] : []
  return own.map((/** @type {any} */ test) => ({
    name: `${name} ${test.fullName}`,
    output: firstWords(test.failureMessages[0]),
  }))
}

async function everything() {
  if (process.getuid?.() !== 0)
    process.stdout.write('left out, because they need root: tests/faults/*.root.test.ts\n')
  // The figures of the reliability checks come from this run only.
  rmSync(path.join(results, 'evidence.jsonl'), { force: true })
  // Browser tests wait half of their time, and none of them measures time: the checks of the sources fill the gaps.
  await Promise.all([checkSources(), prepare().then((canBrowse) => canBrowse && browserTests())])
  // The oldest supported PostgreSQL runs the same tests (`contract-15`).
  await vitest('unit and integration tests', ['--project', '!contract'])
}

/**
 * The tests of one domain on both sides. One worker loads the modules of a side once for all files, where three would load
 * them three times: of 518 tests 18 s instead of 27. Two are faster where a side has many screens. What was transformed is
 * kept for the next run, which takes 15 s.
 */
async function oneDomain(/** @type {string} */ domain) {
  const domains = readdirSync(path.join(root, 'shared/domains'))
  if (!domains.includes(domain)) {
    process.stderr.write(`No domain ${domain}: there are ${domains.join(', ')}\n`)
    failed++
    return
  }
  const side = (
    /** @type {string} */ name,
    /** @type {string} */ workers,
    /** @type {string[]} */ projects,
  ) => {
    const selected = projects.flatMap((project) => ['--project', project])
    const selection = ['--experimental.fsModuleCache', ...selected, `domains/${domain}/`]
    const env = { VITEST_MAX_WORKERS: workers }
    return vitest(`tests of ${domain}, ${name}`, selection, { file: `unit-${name}.json`, env })
  }
  const screens = readdirSync(path.join(root, 'web/domains', domain), { recursive: true })
  const isLarge = screens.filter((file) => String(file).includes('.test.')).length > 30
  await Promise.all([
    side('browser', isLarge ? '2' : '1', ['unit', 'web', 'web-alone']),
    side('server', '1', ['platform', 'gateway']),
  ])
}

/**
 * Has temporary files, so also the databases of the tests, kept in memory where there is enough: hundreds of databases are
 * created and dropped, which takes 28 % longer on a disk (tests of the platform).
 */
function useMemory() {
  const needed = 4 * GIB
  if (!existsSync(inMemory) || freemem() < needed) return
  const { bavail, bsize } = statfsSync(inMemory)
  if (bavail * bsize < needed) return
  const folder = mkdtempSync(path.join(inMemory, 'console-tests-'))
  // Databases and scripts run as other users.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}

useMemory()
const [domain] = process.argv.slice(2)
await (domain ? oneDomain(domain) : everything())
process.stdout.write(`\n${failures.join('')}\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
