/**
 * Whether a version of Node is in a range as `engines` has it: `^20.19.0 || >=24`, and `20` for any of that
 * line. Throws for any other form. Reads and imports nothing, because it runs before anything is installed.
 * @param {string} version @param {string} range
 * @returns {boolean}
 */
export function isInRange(version, range) {
  const at = numbersOf(version)
  return range.split('||').some((alternative) => {
    const comparators = alternative
      .trim()
      .replace(/(>=|\^)\s+/g, '$1')
      .split(/\s+/)
    return comparators.every((comparator) => meets(at, comparator))
  })
}

/** @param {number[]} at @param {string} comparator */
function meets(at, comparator) {
  const [, operator, version = ''] =
    /^(>=|\^)v?(\d+(?:\.(?:\d+|x)){0,2})$/.exec(comparator) ?? /^()(\d+)(?:\.x)*$/.exec(comparator) ?? []
  if (operator === undefined) throw new Error(`A range of Node's versions cannot be read: ${comparator}`)
  const least = numbersOf(version)
  const place = at.findIndex((part, index) => part !== least[index])
  const isEnough = place < 0 || at[place] > least[place]
  return isEnough && (operator === '>=' || at[0] === least[0])
}

/** @param {string} version */
function numbersOf(version) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  return [major, minor, patch]
}
