/** What `npm run image` prints. */

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints what holds. Throws when it does not. */
export function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The image fails: ${what}`)
  say(`ok ${what}`)
}

/** What was not checked is printed, so that it is not taken for passed. */
export const leftOut = (what: string, why: string): void => say(`LEFT OUT ${what}: ${why}`)

/** Seconds since a `performance.now()`, to a tenth. */
export const secondsSince = (begun: number): number => Math.round((performance.now() - begun) / 100) / 10
