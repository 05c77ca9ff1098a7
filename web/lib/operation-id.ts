import { stringifyDocument } from '@urql/core'
import type { DocumentNode } from 'graphql'

/**
 * The id of an operation: a hash of its text of 53 bits (cyrb53), which is computed both where operations are printed and
 * where they are sent. A list of the ids would be part of every first load.
 */
export function operationId(document: DocumentNode): string {
  const text = stringifyDocument(document)
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, '0')
}
