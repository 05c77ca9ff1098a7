/**
 * A bare entity out of an answer: foreign platforms put one into `data` (contract section 4).
 * `has` names a member that the bare entity always has.
 */
export function unwrap(answer: unknown, has: string): unknown {
  if (typeof answer !== 'object' || answer === null || has in answer) return answer
  return (answer as { data?: unknown }).data ?? answer
}
