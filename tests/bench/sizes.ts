/** Sizes that replace a bench's defaults, from `NAME=NUMBER` on the command line. */
export type Sizes = Readonly<Record<string, number>>

/** Splits the command line into names of benches and sizes. Throws on a size that is not a number. */
export function readArguments(words: readonly string[]): { names: string[]; sizes: Sizes } {
  const names: string[] = []
  const sizes: Record<string, number> = {}
  for (const word of words) {
    const [name = '', value] = word.split('=')
    if (value === undefined) names.push(name.toLowerCase())
    else if (value.trim() === '' || Number.isNaN(Number(value))) throw new Error(`${word}: not a number`)
    else sizes[name] = Number(value)
  }
  return { names, sizes }
}
