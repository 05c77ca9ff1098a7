import { ensureBuilt } from '#server/bin/build.mjs'

/** Builds the server when it is older than its sources: tests that start processes run what operators run. */
export default function setup(): void {
  ensureBuilt(['server'])
}
