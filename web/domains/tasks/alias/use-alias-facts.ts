import { useMemo, useState } from 'react'
import { type CombinedError, useQuery } from 'urql'
import { useOptionalApp } from '#web/lib/current-app.tsx'
import { useFeature } from '#web/lib/features.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useInterval } from '#web/lib/use-time.ts'
import { taskAliasesQuery } from '../operations.ts'
import { chosenByItself, factsOfEvidence } from './alias-evidence.ts'
import { type AliasFacts, aliasFactsOf, bestFirst, type FailedWork } from './alias-facts.ts'
import { aliasBacklogQuery } from './dialog-operations.ts'
import { aliasEvidenceQuery, aliasResultsQuery } from './operations.ts'

const REREAD_MS = 5000
/** The list waits so long for its figures. */
const PATIENCE_MS = 1500
const DAY_MS = 86_400_000

export interface ShownAliases {
  /** Best first; the order of the first answer. Null while it is read. */
  rows: readonly AliasFacts[] | null
  /** The alias that everything speaks for when the list opens; empty for none. */
  suggested: string
  /** Why the aliases could not be read. */
  error: CombinedError | undefined
  /** When the figures were read, once they could not be read again; else null. */
  staleSince: number | null
}

/** What was read about the aliases. */
interface Figures {
  /** Best first. */
  facts: readonly AliasFacts[]
  suggested: string
  answered: boolean
  staleSince: number | null
}

/** The aliases of a type with what is known about them, read again every 5 seconds; nothing before the work is known. */
export function useAliasFacts(work: FailedWork, ready = true): ShownAliases {
  const [{ data, error }] = useQuery({
    query: taskAliasesQuery,
    variables: useMemo(() => ({ type: work.type }), [work.type]),
    requestPolicy: 'network-only',
    pause: !ready,
  })
  const names = data?.taskAliases
  const hasEvidence = useFeature('queues')
  const evidence = useEvidence(work, names, !ready || !hasEvidence)
  const results = useResults(work, names, !ready || hasEvidence)
  const { facts, suggested, answered, staleSince } = hasEvidence ? evidence : results
  const [patient, setPatient] = useState(true)
  useInterval(patient && ready ? PATIENCE_MS : null, () => setPatient(false))

  // The rows appear once, with their figures, and keep their places.
  const [opened, setOpened] = useState<{ order: readonly string[]; suggested: string } | null>(null)
  if (names && opened === null && (answered || !patient))
    setOpened({ order: facts.map(({ alias }) => alias), suggested })
  const rows = useMemo(
    () => opened && opened.order.flatMap((alias) => facts.find((row) => row.alias === alias) ?? []),
    [opened, facts],
  )
  return { rows, suggested: opened?.suggested ?? '', error, staleSince }
}

/** What the platform knows about each alias. */
function useEvidence(work: FailedWork, names: readonly string[] | undefined, pause: boolean): Figures {
  const { type, failureId } = work
  const read = useLastRead(aliasEvidenceQuery, { type, ...(failureId && { failure: failureId }) }, { pause })
  useInterval(pause ? null : REREAD_MS, read.rereadInBackground)
  const rows = read.data?.queueAliases
  const facts = useMemo(() => factsOfEvidence(work, names ?? [], rows ?? []), [work, names, rows])
  return {
    facts,
    suggested: chosenByItself(work, facts, rows ?? []),
    answered: rows !== undefined || read.error !== undefined,
    staleSince: read.error ? read.readAt : null,
  }
}

/** What waits, and the newest results of the app. */
function useResults(work: FailedWork, names: readonly string[] | undefined, pause: boolean): Figures {
  const appId = useOptionalApp()?.id ?? ''
  const [since] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
  const backlog = useLastRead(aliasBacklogQuery, {}, { pause })
  const results = useLastRead(
    aliasResultsQuery,
    { appId, type: [work.type], since },
    { pause: pause || !appId },
  )
  useInterval(pause ? null : REREAD_MS, () => {
    backlog.rereadInBackground()
    if (appId) results.rereadInBackground()
  })
  const facts = useMemo(
    () =>
      bestFirst(aliasFactsOf(work, names ?? [], backlog.data?.backlog ?? null, results.data?.tasks ?? null)),
    [work, names, backlog.data, results.data],
  )
  const failing = backlog.error ? backlog : results.error ? results : null
  return {
    facts,
    suggested: '',
    answered: [backlog, results].every((read) => read.readAt !== null || read.error),
    staleSince: failing?.readAt ?? null,
  }
}
