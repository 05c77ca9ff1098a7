/** Why a live socket is closed: the codes of graphql-transport-ws, and ours outside its range. */
export const closeCodes = {
  serviceRestart: { code: 1012, reason: 'The service restarts' },
  tryAgainLater: { code: 1013, reason: 'Too many sockets' },
  invalidMessage: { code: 4400, reason: 'Invalid message' },
  unauthorized: { code: 4401, reason: 'Unauthorized' },
  initTimeout: { code: 4408, reason: 'Connection initialisation timeout' },
  subscriberExists: (id: string) => ({
    code: 4409,
    reason: `Subscriber for ${id.slice(0, 64)} already exists`,
  }),
  tooSlow: { code: 4413, reason: 'The client does not drain its socket' },
  tooManyInits: { code: 4429, reason: 'Too many initialisation requests' },
  tooManyMessages: { code: 4429, reason: 'Too many messages' },
} as const

export interface CloseReason {
  code: number
  reason: string
}
