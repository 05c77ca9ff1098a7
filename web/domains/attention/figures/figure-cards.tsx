import '../attention.css'
import { Skeleton } from '@chakra-ui/react'
import { useMemo } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { formatClock } from '#web/ui/time/moment.tsx'
import type { AttentionData } from '../operations.ts'
import { FigureLine } from './figure-line.tsx'
import { type FigureView, figureViews } from './figure-values.ts'

/** Fewer known values make no line. */
const FEWEST = 3

/** What figures count, where their names do not say it. */
const tips: Partial<Record<string, string>> = {
  [texts.failed]: texts.failedCounts,
  [texts.waitP95]: texts.waitCounts,
}

const names = [texts.running, texts.failed, texts.oldestQueued, texts.waitP95]

/**
 * The four figures of the account with their last 24 hours; while they are read, their places, and where they could not be
 * (`failed`) no values.
 */
export function FigureCards({
  data,
  failed,
  isStale,
}: {
  data: Pick<AttentionData, 'figures' | 'apps'> | undefined
  failed: boolean
  /** The figures may be old, which the head of the page says. */
  isStale: boolean
}) {
  const hour = useOfNow(10_000, (now) => `${formatClock(now).slice(0, 2)}:00`)
  const views = useMemo(() => data && figureViews(data, hour), [data, hour])
  return (
    <dl data-figures data-stale={isStale ? '' : undefined}>
      {views
        ? views.map((view) => <FigureCard key={view.name} view={view} />)
        : names.map((name) => <FigurePlace key={name} name={name} failed={failed} />)}
    </dl>
  )
}

function FigureCard({ view }: { view: FigureView }) {
  const { name, value, unit, tone, line, format, since, note, queue } = view
  const known = line.filter((each) => each !== null)
  const hasLine = known.length >= FEWEST
  return (
    <div data-figure data-tone={tone}>
      <dt title={tips[name]}>{name}</dt>
      {(hasLine || name === texts.failed) && <dd data-figure-span>{texts.last24h}</dd>}
      <dd data-figure-value data-known={value !== texts.notKnown || undefined}>
        {value}
        {unit && <small> {unit}</small>}
      </dd>
      {hasLine && (
        <dd data-figure-graph>
          <FigureLine
            values={line}
            tone={tone}
            label={texts.lineOf(name, format(Math.min(...known)), format(Math.max(...known)))}
          />
        </dd>
      )}
      <dd data-figure-note={since === null ? '' : 'whole'}>
        {since}
        {since && note && ' · '}
        {note?.strong && <strong>{note.strong} </strong>}
        {note?.text}
        {queue && (
          <TextLink to={paths.queue(queue.type, queue.alias)} color="ink.2" title={queue.type}>
            {`${queue.type.split('.').at(-1)} · ${queue.alias}`}
          </TextLink>
        )}
      </dd>
    </div>
  )
}

const FigurePlace = ({ name, failed }: { name: string; failed: boolean }) => (
  <div data-figure>
    <dt>{name}</dt>
    <dd data-figure-span>{texts.last24h}</dd>
    <dd data-figure-value>
      {failed ? (
        texts.notKnown
      ) : (
        <Skeleton as="span" display="inline-block" height="5" width="64px" animationDelay="150ms" />
      )}
    </dd>
    <dd data-figure-note>
      {!failed && (
        <Skeleton as="span" display="inline-block" height="2.5" width="110px" animationDelay="150ms" />
      )}
    </dd>
  </div>
)
