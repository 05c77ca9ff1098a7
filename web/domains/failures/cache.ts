import type { DomainCache } from '#web/lib/cache.ts'

/** Parts of a failure have no identity; a task may be in several failures, each time with another attempt. */
export const failureCache: DomainCache = {
  keys: Object.fromEntries(
    [
      'FailureHeldRestart',
      'FailureOwner',
      'FailurePage',
      'FailurePastRestart',
      'FailureRepair',
      'FailureRestarted',
      'FailureSample',
      'FailureTask',
      'FailureTaskPage',
      'SuggestedAlias',
    ].map((type) => [type, () => null]),
  ),
}
