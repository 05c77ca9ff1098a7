/** Texts of the verdicts of queues. */
export const verdictMessages = {
  idle: 'idle',
  early: 'too early to say',
  steady: 'steady',
  limit: 'at its limit',
  paused: (by: string, at: string) => `paused by ${by} ${at}`,
  clears: (left: string) => `clears in about ${left}`,
  growing: (rate: string) => `growing ${rate}, will not drain`,
  stalled: (span: string) => `stalled, none started for ${span}`,
  nobody: (span: string) => `nobody polls since ${span}`,
  nobodyYet: 'nobody polls',
} as const

/** Texts of what happened around a queue. */
export const queueEventMessages = {
  pollerCame: (host: string) => `${host} begins to poll`,
  pollerGone: (host: string) => `${host} stops polling`,
  deployment: (cluster: string, actor: string) => `deployment on ${cluster} changed by ${actor}`,
} as const
