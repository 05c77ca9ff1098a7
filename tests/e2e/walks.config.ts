import { defineConfig } from 'playwright/test'
import usual, { longTests } from './playwright.config.ts'

/** `npm run walks`: tests that are too long for `npm test`. */
export default defineConfig({
  ...usual,
  testIgnore: [],
  testMatch: longTests,
  // Most of them have a product of their own, whose pages share nothing.
  use: { ...usual.use, reuseContext: false },
})
