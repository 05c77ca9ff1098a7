/** One of the choices of a field or a filter. */
export interface Choice {
  value: string
  label: string
}

/** Maximum number of shown choices; typing a part of the name finds the others. */
const SHOWN = 100

/** The first choices whose name contains the text, in their order. */
export function matchingChoices(choices: Choice[], text: string): Choice[] {
  const part = text.trim().toLowerCase()
  const found = part === '' ? choices : choices.filter(({ label }) => label.toLowerCase().includes(part))
  return found.slice(0, SHOWN)
}
