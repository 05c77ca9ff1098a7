/**
 * Page numbers to offer: the first, the last, the present one with its neighbours; null where numbers are left out.
 * `pageNumbers(1, 442)` -> `[1, 2, 3, null, 442]`.
 */
export function pageNumbers(page: number, count: number): (number | null)[] {
  const from = Math.max(1, Math.min(page - 1, count - 2))
  const around = [from, from + 1, from + 2].filter((each) => each <= count)
  const wanted = [...new Set([1, ...around, count])].filter((each) => each >= 1)
  return wanted.flatMap((each, index) => {
    const gap = index === 0 ? 0 : each - (wanted[index - 1] ?? each)
    if (gap === 2) return [each - 1, each]
    return gap > 2 ? [null, each] : [each]
  })
}
