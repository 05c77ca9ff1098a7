import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { NoMatchProps } from './no-match-state.tsx'

/** In place of the rows of a list whose search, filters or both exclude all of them; loaded when they do. */
export const NoMatch = lazyPart<NoMatchProps>(
  async () => (await import('./no-match-state.tsx')).NoMatchState,
  () => null,
)
