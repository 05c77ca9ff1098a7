/** Serialization failure and deadlock: the same statement succeeds when it is repeated. */
const again = new Set(['40001', '40P01'])
/** SQLSTATE classes about the written data: repeating the statement cannot help. */
const refusedData = ['22', '23', '42', '54']

/** How to handle an error of the store. Data that cannot even be put into a statement is refused data too. */
export function kindOfFault(error: unknown): 'again' | 'data' | 'unreachable' {
  if (error instanceof RangeError || error instanceof TypeError) return 'data'
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (again.has(code)) return 'again'
  return /^[0-9A-Z]{5}$/.test(code) && refusedData.includes(code.slice(0, 2)) ? 'data' : 'unreachable'
}
