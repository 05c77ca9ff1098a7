import { ensureBuilt } from '#server/bin/build.mjs'

/**
 * Builds the server when it is older than its sources: tests that start processes run the same build as
 * operators.
 */
export default function setup(): void {
  ensureBuilt(['server'])
}
