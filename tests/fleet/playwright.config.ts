import { defineConfig } from 'playwright/test'
import usual from '../e2e/playwright.config.ts'

/** `npm run fleet`: several of each behind nginx; `npm test` leaves it out for its length. */
export default defineConfig({
  ...usual,
  testDir: '.',
  testIgnore: [],
  workers: 1,
  outputDir: '../../test-results/fleet',
  reporter: [['list']],
})
