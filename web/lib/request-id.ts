import { useRef } from 'react'

/**
 * A name for a request that must not be carried out twice. Made of random bytes, as `crypto.randomUUID`
 * exists on secure origins only.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Names for the requests of one form: the same content keeps its name until `done`, so a retry after a failure is
 * the same request for the platform.
 */
export function useRequestIds(): { of(content: unknown): string; done(): void } {
  const last = useRef<{ content: string; id: string } | null>(null)
  return {
    of(content) {
      const text = JSON.stringify(content)
      if (last.current?.content !== text) last.current = { content: text, id: newRequestId() }
      return last.current.id
    },
    done() {
      last.current = null
    },
  }
}
