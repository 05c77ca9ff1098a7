/**
 * What can need attention. A kind whose source a platform lacks does not occur. They are separate from the schemas, so
 * that a screen that needs only the values does not load zod.
 */
export const attentionKinds = [
  'failure',
  'queueNobody',
  'queueStalled',
  'queueGrowing',
  'queueService',
  'runLate',
  'scheduleMissed',
  'keyExpires',
  'deliveryFails',
  'deploymentIdle',
  'gitRefuses',
] as const
export type AttentionKind = (typeof attentionKinds)[number]
