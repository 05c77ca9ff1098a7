import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { RestartQuestionProps } from './restart-question.tsx'

/**
 * Asks before the tasks of a failure are restarted. Restarts nothing itself: `onRestart` is `restart` of `useHeldRestart`.
 * Loaded lazily: an incident is read before it is acted on.
 */
export const RestartDialog = lazyPart<RestartQuestionProps>(
  async () => (await import('./restart-question.tsx')).RestartQuestion,
  () => null,
)
