/** What a spreadsheet would take as a formula, or as a command of its own. */
const formula = /^[=+\-@\t\r]/

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would execute gets an apostrophe before it; numbers are
 * written as they are.
 */
export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(cell).join(',')}\r\n`

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
