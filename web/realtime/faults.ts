/** Close code for a session that has ended. */
const UNAUTHORIZED = 4401

/** Refusals that another try may overcome; any other refusal of a subscription is final. */
const passing = new Set([
  'INTERNAL',
  'BAD_GATEWAY',
  'PLATFORM_DOWN',
  'PLATFORM_TIMEOUT',
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
])

function codesOf(fault: unknown): string[] {
  if (!Array.isArray(fault)) return []
  return fault.map((each: { extensions?: { code?: string } }) => each.extensions?.code ?? '')
}

function closeCodeOf(fault: unknown): number | undefined {
  return typeof fault === 'object' && fault !== null && 'code' in fault ? Number(fault.code) : undefined
}

/** Whether a failed subscription or a closed socket means that the session is over. */
export function isUnauthorized(fault: unknown): boolean {
  return closeCodeOf(fault) === UNAUTHORIZED || codesOf(fault).includes('SESSION_ENDED')
}

/** Whether another try makes sense: always for the socket, for an answer of the server by its code. */
export function mayPass(fault: unknown): boolean {
  if (!Array.isArray(fault)) return true
  return codesOf(fault).some((code) => passing.has(code))
}
