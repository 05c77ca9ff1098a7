import { defineConfig } from 'playwright/test'

/** Every walk before a platform of somebody's own: a second product each, and half as long as all others together. */
export const foreignWalks = ['texts.spec.ts', 'foreign.spec.ts']

/**
 * Every worker drives its own product, built and started as people start it (see stack.ts). `npm test` has a quarter of
 * an hour in all, so the walks before a foreign platform have a command of their own: `npm run walks`.
 */
export default defineConfig({
  testDir: '.',
  testIgnore: foreignWalks,
  outputDir: '../../test-results/browser',
  // The machine has two processors or more, and a test waits half of its time.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  use: {
    // Pictures of every step would cost a tenth of the time of all tests.
    trace: { mode: 'retain-on-failure', screenshots: false },
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
