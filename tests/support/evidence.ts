import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** File with the figures of the reliability checks, one JSON line each; `npm test` deletes it first. */
export const evidenceFile = path.join(import.meta.dirname, '../../test-results/evidence.jsonl')

export interface Evidence {
  /** Number of the check in the catalogue of reliability checks. */
  check: number
  /** The measured figures, in words and numbers: `{ 'hostile paths': 60, 'reached the platform': 0 }`. */
  figures: Record<string, number | string>
  /** The change of the product that makes the check fail. It was tried. */
  breaks: string
}

/**
 * Records the result of a reliability check. Called last in its test, after every expectation, so that a line
 * stands for a check that passed. `npm run checks` prints the table of all lines.
 */
export function evidence(found: Evidence): void {
  mkdirSync(path.dirname(evidenceFile), { recursive: true })
  appendFileSync(evidenceFile, `${JSON.stringify({ ...found, node: process.versions.node })}\n`)
}
