import { defineConfig } from 'playwright/test'
import usual, { longWalks } from './playwright.config.ts'

/** `npm run walks`: what `npm test` leaves out for its length. */
export default defineConfig({ ...usual, testIgnore: [], testMatch: longWalks })
