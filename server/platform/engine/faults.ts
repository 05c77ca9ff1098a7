/** Serialization failure and deadlock: the statement is right, it only has to be run again. */
const again = new Set(['40001', '40P01'])
/** Classes that speak of what was to be written: running it again cannot help. */
const refusedData = ['22', '23', '42', '54']

/** What to do about an error of the store. */
export function kindOfFault(error: unknown): 'again' | 'data' | 'unreachable' {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (again.has(code)) return 'again'
  return /^[0-9A-Z]{5}$/.test(code) && refusedData.includes(code.slice(0, 2)) ? 'data' : 'unreachable'
}
