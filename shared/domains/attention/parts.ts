import type { AttentionLine, AttentionPart } from './contract.ts'

/** `1 task`, `1,841 tasks`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const textPart = (value: string): AttentionPart => ({ kind: 'text', text: value })
export const strongPart = (value: string): AttentionPart => ({ kind: 'strong', text: value })
export const codePart = (value: string): AttentionPart => ({ kind: 'code', text: value })
export const timePart = (at: string): AttentionPart => ({ kind: 'time', text: at })

/** Joins neighbouring texts; a line without parts is none. */
export function linesOf(...all: readonly (readonly AttentionPart[])[]): AttentionLine[] {
  return all.map((parts) => ({ parts: joined(parts) })).filter(({ parts }) => parts.length > 0)
}

function joined(parts: readonly AttentionPart[]): AttentionPart[] {
  const found: AttentionPart[] = []
  for (const part of parts) {
    const last = found.at(-1)
    if (part.text === '') continue
    if (last?.kind === 'text' && part.kind === 'text')
      found[found.length - 1] = textPart(last.text + part.text)
    else found.push(part)
  }
  return found
}

/** `Billing`, `Billing, Data warehouse`, `Billing, Data warehouse and 3 more`. */
export function namesText(names: readonly string[], most = 3): string {
  if (names.length <= most) return names.join(', ')
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
}
