/** Builds what is missing or older than its sources. Ends the process when a build fails. */
export function ensureBuilt(names: ('client' | 'server' | 'programs')[]): void
