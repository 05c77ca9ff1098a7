import { ensureBuilt } from '#server/bin/build.mjs'

/** Builds the programs that tests start as processes of their own, when they are older than their sources. */
export default function setup(): void {
  ensureBuilt(['programs'])
}
