import { defineConfig } from 'playwright/test'
import usual, { foreignWalks } from './playwright.config.ts'

/** `npm run walks`: the walks before a foreign platform, which `npm test` leaves out for their length. */
export default defineConfig({ ...usual, testIgnore: [], testMatch: foreignWalks })
