import { ensureBuilt } from '#server/bin/build.mjs'

/**
 * Builds the server and the programs of tests when they are older than their sources: tests that start processes run
 * the same build as operators.
 */
export default function setup(): void {
  ensureBuilt(['server', 'programs'])
}
