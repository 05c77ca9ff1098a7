import { useContext } from 'react'
import { SessionContext } from './session-context.tsx'

/** The address of a trace where people look at traces; null without a trace, or when no address is configured. */
export function useTraceUrl(traceId: string | null | undefined): string | null {
  const state = useContext(SessionContext)?.get()
  const template = state?.phase === 'known' ? state.view.traceUrl : undefined
  if (template === undefined || !traceId) return null
  return template.replaceAll('{traceId}', encodeURIComponent(traceId))
}
