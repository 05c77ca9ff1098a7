import { useCallback, useEffect, useMemo, useState } from 'react'
import { useRetryWhileAway } from '#web/lib/away.ts'
import { callGateway, HttpError } from '#web/lib/http.ts'
import { callGroups, type CallGroup, type CallDocument } from './openapi.ts'

export interface Reference {
  document: CallDocument | undefined
  groups: CallGroup[]
  failure: HttpError | undefined
  reread(): void
}

/** The platform's own document of its calls. */
export function useReference(): Reference {
  const [document, setDocument] = useState<CallDocument>()
  const [failure, setFailure] = useState<HttpError>()
  const reread = useCallback(() => {
    callGateway<CallDocument>('GET', '/api/docs').then(
      (read) => {
        setDocument(read)
        setFailure(undefined)
      },
      (error: unknown) =>
        setFailure(error instanceof HttpError ? error : new HttpError(0, 'UNKNOWN', String(error))),
    )
  }, [])
  useEffect(reread, [reread])
  useRetryWhileAway(failure !== undefined && (failure.status === 0 || failure.status > 500), reread)
  const groups = useMemo(() => (document ? callGroups(document) : []), [document])
  return { document, groups, failure, reread }
}
