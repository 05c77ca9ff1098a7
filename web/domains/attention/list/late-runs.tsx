import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { addressOf } from '../item-actions.ts'
import type { AttentionRow } from '../operations.ts'

/** The late runs that one item stands for, folded, each with how long it takes; the longest first. */
export function LateRuns({ runs }: { runs: readonly AttentionRow[] }) {
  return (
    <details data-item-runs>
      <summary>{texts.allRuns(runs.length)}</summary>
      <ul>
        {runs.map((run) => (
          <li key={run.id} data-item-line>
            <LateRun run={run} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function LateRun({ run }: { run: AttentionRow }) {
  const { late, links } = run
  const address = addressOf(run)
  const id = <ShortId id={links.workqueueId ?? run.id} />
  const inTask = late?.taskMs == null ? null : roughDuration(late.taskMs)
  return (
    <>
      {address ? <TextLink to={address}>{id}</TextLink> : id}
      {late && (
        <>
          {BETWEEN_FACTS}
          {texts.runFacts(roughDuration(late.ms ?? 0), inTask)}
        </>
      )}
    </>
  )
}
