import { defineConfig } from 'playwright/test'
import usual from '../e2e/playwright.config.ts'

/** `npm run fleet`: two instances of each process behind nginx; too long for `npm test`. */
export default defineConfig({
  ...usual,
  testDir: '.',
  testIgnore: [],
  workers: 1,
  outputDir: '../../test-results/fleet',
  use: { ...usual.use, reuseContext: false },
  reporter: [['list']],
})
