/** Microseconds of processor time that a process has taken so far; with `tree` also all that it has started. */
export function timeOf(server: { pid: number; tree: boolean }): number
