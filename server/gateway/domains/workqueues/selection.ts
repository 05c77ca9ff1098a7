import { AppError } from '#server/lib/errors.ts'

/** Rows of one action; the list shows at most as many. */
const MAX_SELECTED = 1000

/** Throws BAD_REQUEST, naming the argument, for more rows than anybody can select: each costs calls of its own. */
export function checkSelected(argument: string, rows: readonly unknown[]): void {
  if (rows.length <= MAX_SELECTED) return
  throw new AppError('BAD_REQUEST', `${argument}: at most ${MAX_SELECTED} at a time`)
}
