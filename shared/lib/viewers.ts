/** Whether a viewer sees the payloads of runs: states, inputs, outputs and the text of logs. */
export const payloadViews = ['shown', 'hidden'] as const
export type PayloadView = (typeof payloadViews)[number]

/** What a viewer of an account sees of it. */
export interface ViewerScope {
  /** The ids of the apps; empty for all. */
  apps: readonly string[]
  payloads: PayloadView
}

export const wholeAccount: ViewerScope = { apps: [], payloads: 'shown' }

/** A text that is the same for equal scopes; empty for one that hides nothing. */
export function scopeKey({ apps, payloads }: ViewerScope): string {
  return apps.length === 0 && payloads === 'shown' ? '' : JSON.stringify([[...apps].sort(), payloads])
}
