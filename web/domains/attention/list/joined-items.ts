import { joinedSentence, withoutSameCause } from '#shared/domains/attention/same-cause.ts'
import type { AttentionRow } from '../operations.ts'

/**
 * The items to show: one for those of the same cause, with the sentence of the other below its own. Items that are not
 * changed by that stay the same objects.
 */
export function joinedItems(items: readonly AttentionRow[]): AttentionRow[] {
  return withoutSameCause(items).map((item) => {
    const other = joinedSentence(item, items)
    if (other === null) return item
    const line = { __typename: 'AttentionLine' as const, parts: [part(other)] }
    return { ...item, details: [...item.details, line] }
  })
}

const part = (text: string) => ({ __typename: 'AttentionPart' as const, kind: 'text', text })
