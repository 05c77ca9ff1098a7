/** The column by whose key rows stand in order, and the direction. */
export interface Sort {
  key: string
  descending: boolean
}

/** Reads `name` or `-name`; null for none and for a key that is not among those known. */
export function parseSort(text: string | null | undefined, keys: readonly string[]): Sort | null {
  const descending = text?.startsWith('-') ?? false
  const key = descending ? text?.slice(1) : text
  return key && keys.includes(key) ? { key, descending } : null
}

export const formatSort = ({ key, descending }: Sort): string => (descending ? `-${key}` : key)
