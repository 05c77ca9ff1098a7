import { useState } from 'react'
import {
  createRequest,
  useQuery,
  type AnyVariables,
  type CombinedError,
  type RequestPolicy,
  type TypedDocumentNode,
} from 'urql'

export interface LastRead<Data> {
  /** What was read last, also while something else is being read and when a later read has failed. */
  data: Data | undefined
  /** Whether `data` is what is asked for now, and not what was asked for before. */
  current: boolean
  /** Why what is asked for now could not be read, as long as there is nothing of it to show. */
  failure: CombinedError | undefined
  /** The error of the last read, whatever is shown. Another one only where it is news: see `rereadUnasked`. */
  error: CombinedError | undefined
  /** A read is under way. */
  reading: boolean
  /** Reads again because somebody asked for it: they are told when it fails, for the same reason too. */
  reread: () => void
  /** Reads again by itself, as on a timer: who was told why it fails is not told by every further try. */
  rereadInBackground: () => void
}

const networkOnly: { requestPolicy: RequestPolicy } = { requestPolicy: 'network-only' }

/**
 * A query for a screen that must not jump: what was read stays while other variables load and when a later read
 * fails, and an error stays while it is tried again. Reads the cache first, then the network.
 */
export function useLastRead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): LastRead<Data> {
  const wanted = createRequest(query, variables).key
  const [result, execute] = useQuery<Data, AnyVariables>({
    query: query as TypedDocumentNode<Data, AnyVariables>,
    variables,
    requestPolicy: 'cache-and-network',
  })
  const { data, error, operation, fetching, stale } = result
  const [read, setRead] = useState({ data: data ?? undefined, key: operation?.key })
  const [failed, setFailed] = useState({ error, key: operation?.key })
  if (data && (data !== read.data || operation?.key !== read.key)) setRead({ data, key: operation?.key })
  // The error that was there when somebody asked again; the next one answers them.
  const [asked, setAsked] = useState<{ error: CombinedError | undefined } | null>(null)
  const isAnswer = asked !== null && asked.error !== error
  const isNews = isAnswer || failed.key !== operation?.key || failed.error?.message !== error?.message
  if (error ? isNews : data && failed.error) {
    setFailed({ error, key: operation?.key })
    setAsked(null)
  }

  const current = read.data !== undefined && read.key === wanted
  return {
    data: read.data,
    current,
    failure: !current && failed.key === wanted ? failed.error : undefined,
    error: failed.error,
    reading: fetching || stale,
    reread() {
      setAsked({ error })
      execute(networkOnly)
    },
    rereadInBackground: () => execute(networkOnly),
  }
}

/**
 * Whether the head of a list offers to make another entry: once the list is known to hold some, or cannot be read.
 * An empty list offers the first one in the place of its rows, and an unknown one offers nothing yet, for a button
 * that moved when the answer comes would take its open dialog with it.
 */
export function offersAnother({ failure }: Pick<LastRead<unknown>, 'failure'>, total = 0): boolean {
  return failure !== undefined || total > 0
}
