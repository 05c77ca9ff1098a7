/** The median; of an even count the lower of the two middle values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

/** A Markdown table. */
export function table(head: string[], rows: (string | number)[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A figure with a number of digits that depends on its size. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

/** Runs every subject once per round, in reverse order every other round, so that drift affects all alike. */
export async function rounds<Result>(
  names: readonly string[],
  count: number,
  measure: (name: string) => Promise<Result>,
): Promise<Map<string, Result[]>> {
  const results = new Map<string, Result[]>(names.map((name) => [name, []]))
  for (let round = 0; round < count; round++) {
    for (const name of round % 2 ? [...names].reverse() : names) results.get(name)?.push(await measure(name))
  }
  return results
}
