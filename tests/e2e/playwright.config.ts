import { defineConfig } from 'playwright/test'
import { browser } from '../debian-program.mjs'

/**
 * Tests that take minutes and start their own product: with a foreign platform, while a process is killed,
 * and with hostile texts on every screen.
 */
export const longTests = ['texts.spec.ts', 'foreign.spec.ts', 'kills.spec.ts', 'stored-scripts.spec.ts']

/** The browser of the machine. The benches measure with it too. */
export const launchOptions = {
  executablePath: browser.program,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/**
 * A page of a test lives for seconds: compiling its hottest functions once more, in other threads, costs more of the
 * processors than it saves (a tenth of all browser tests).
 */
const shortLived = ['--js-flags=--no-opt --no-maglev']

/**
 * Every worker uses its own product, built and started as users start it (see stack.ts). `npm test` is
 * limited to fifteen minutes, so the long tests have a separate command: `npm run walks`.
 */
export default defineConfig({
  testDir: '.',
  testIgnore: longTests,
  outputDir: '../../test-results/browser',
  // The machine has two processors or more, and a test waits half of its time.
  workers: 3,
  // Only upper bounds, for busy machines: a test ends here only when it waits for what does not come.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  use: {
    // Below the limit of a test, so that the failure names what was waited for.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // The tests of a worker share one page, whose storage is cleared between them: a new page would compile every
    // script again.
    reuseContext: true,
    // Colours and positions are checked at rest, and painting animations takes a fifth of the time of all tests:
    // only screens.spec.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every step costs a sixth of the time of all tests; `--trace on` records one for a single
    // test.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: { ...launchOptions, args: [...launchOptions.args, ...shortLived] },
  },
})
