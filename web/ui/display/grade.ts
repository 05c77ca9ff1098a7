/** How good a part of successes is: below 93 % it is bad, below 98 % it is doubtful. */
export function gradeOf(part: number | null): 'good' | 'doubtful' | 'bad' {
  if (part === null || part >= 0.98) return 'good'
  return part >= 0.93 ? 'doubtful' : 'bad'
}
