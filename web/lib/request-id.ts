/**
 * A name for a request that must not be carried out twice. Made of random bytes, as `crypto.randomUUID` exists on secure
 * origins only.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
