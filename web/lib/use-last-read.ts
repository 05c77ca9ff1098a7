import { useEffect, useRef, useState } from 'react'
import {
  createRequest,
  useQuery,
  type AnyVariables,
  type CombinedError,
  type Operation,
  type RequestPolicy,
  type TypedDocumentNode,
} from 'urql'
import { isAway, useRetryWhileAway } from './away.ts'

export interface LastRead<Data> {
  /** The last data, kept while something else is being read and when a later read has failed. */
  data: Data | undefined
  /** Whether `data` belongs to the current variables. */
  current: boolean
  /** Why the current variables could not be read, as long as there is no data for them. */
  failure: CombinedError | undefined
  /**
   * The error of the last read, whatever is shown. Stays the same object during failed background reads: see
   * `rereadInBackground`.
   */
  error: CombinedError | undefined
  /** Whether a read is in progress. */
  reading: boolean
  /** When the last read succeeded, in milliseconds since 1970; null before that. */
  readAt: number | null
  /** Reads again on request of the user: a failure is reported, even for the same reason as before. */
  reread: () => void
  /**
   * Reads again without a request of the user, as on a timer: a failure is reported once, not after every
   * attempt.
   */
  rereadInBackground: () => void
}

/** Whether a result is an answer of the network: after a live event the cache repeats what was read, also while reads fail. */
const isAnswered = (operation: Operation | undefined): boolean =>
  !['hit', 'partial'].includes(operation?.context.meta?.cacheOutcome ?? '')

const networkOnly: { requestPolicy: RequestPolicy } = { requestPolicy: 'network-only' }

/**
 * A query for a screen that keeps its layout: old data stays while other variables load and when a later read
 * fails, and an error stays while the read is repeated. Reads the cache first, then the network, and again by itself
 * while the console is away.
 */
export function useLastRead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false }: { pause?: boolean } = {},
): LastRead<Data> {
  const wanted = createRequest(query, variables).key
  const [result, execute] = useQuery<Data, AnyVariables>({
    query: query as TypedDocumentNode<Data, AnyVariables>,
    variables,
    requestPolicy: 'cache-and-network',
    pause,
  })
  const { data, error, operation, fetching, stale } = result
  const [read, setRead] = useState({ data: data ?? undefined, key: operation?.key })
  const [failed, setFailed] = useState({ error, key: operation?.key })
  if (data && (data !== read.data || operation?.key !== read.key)) setRead({ data, key: operation?.key })
  // The error at the moment of a requested read; the next one is a new error.
  const [asked, setAsked] = useState<{ error: CombinedError | undefined } | null>(null)
  const isAnswer = asked !== null && asked.error !== error
  const isNews = isAnswer || failed.key !== operation?.key || failed.error?.message !== error?.message
  if (error ? isNews : data && failed.error && isAnswered(operation)) {
    setFailed({ error, key: operation?.key })
    setAsked(null)
  }

  const reading = fetching || stale
  const wasReading = useRef(false)
  const [readAt, setReadAt] = useState<number | null>(null)
  useEffect(() => {
    if (wasReading.current && !reading && data && !error && isAnswered(operation)) setReadAt(Date.now())
    wasReading.current = reading
  }, [reading, data, error, operation])

  const rereadInBackground = () => execute(networkOnly)
  useRetryWhileAway(isAway(failed.error), rereadInBackground)

  const current = read.data !== undefined && read.key === wanted
  return {
    data: read.data,
    current,
    failure: !current && failed.key === wanted ? failed.error : undefined,
    error: failed.error,
    reading,
    readAt,
    reread() {
      setAsked({ error })
      execute(networkOnly)
    },
    rereadInBackground,
  }
}
