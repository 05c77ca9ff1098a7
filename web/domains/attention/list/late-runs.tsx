import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import type { KeyInput } from '#shared/domains/workqueues/key-inputs.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { addressOf } from '../item-actions.ts'
import type { AttentionRow } from '../operations.ts'
import { useLateInputs } from './use-late-inputs.ts'

/** The late runs that one item stands for, folded, each with its inputs and how long it takes; the longest first. */
export function LateRuns({ runs }: { runs: readonly AttentionRow[] }) {
  const [open, setOpen] = useState(false)
  const inputs = useLateInputs(runs, !open)
  return (
    <details data-item-runs onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.allRuns(runs.length)}</summary>
      <ul>
        {runs.map((run) => (
          <li key={run.id} data-item-line>
            <LateRun run={run} inputs={inputs.get(run.links.workqueueId ?? '') ?? none} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const none: readonly KeyInput[] = []

function LateRun({ run, inputs }: { run: AttentionRow; inputs: readonly KeyInput[] }) {
  const { late, links } = run
  const address = addressOf(run)
  const id = <ShortId id={links.workqueueId ?? run.id} />
  const inTask = late?.taskMs == null ? null : roughDuration(late.taskMs)
  return (
    <>
      {address ? <TextLink to={address}>{id}</TextLink> : id}
      {inputs.map(({ key, value }) => (
        <Box as="span" key={key} textStyle="mono" ms="2">
          {key}={value}
        </Box>
      ))}
      {late && (
        <>
          {BETWEEN_FACTS}
          {texts.runFacts(roughDuration(late.ms ?? 0), inTask)}
        </>
      )}
    </>
  )
}
