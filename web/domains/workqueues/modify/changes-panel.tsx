import { Box, chakra } from '@chakra-ui/react'
import { modifyMessages as texts } from '#shared/domains/workqueues/modify-messages.ts'
import type { Json } from '#shared/lib/json.ts'
import { briefJson } from '#web/lib/json-text.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { isSecretName } from '#web/ui/schema/secret-names.ts'
import type { ValueChange } from './changes.ts'

/** Changes that are listed; the others are counted. */
const LISTED = 12
/** Longer values are cut. */
const SHOWN = 120

/** How many values differ from those of the run, in a few words. */
export function changesText(changes: readonly ValueChange[] | null): string {
  if (changes === null) return texts.unknownChange
  return changes.length === 0 ? texts.nothingChanged : texts.changed(changes.length)
}

/** Each value that differs from that of the run, with both values. */
export function ChangesPanel({ changes }: { changes: readonly ValueChange[] | null }) {
  return (
    <Panel title={texts.changes}>
      {changes === null || changes.length === 0 ? (
        <Box color="ink.2">
          {changes === null ? texts.unknownChange : `${texts.nothingChanged}. ${texts.startsAgain}`}
        </Box>
      ) : (
        <chakra.dl display="grid" gap="2.5" maxH={{ lg: '60vh' }} overflowY="auto">
          {changes.slice(0, LISTED).map((change) => (
            <ChangedValue key={change.path.join('\n')} change={change} />
          ))}
          {changes.length > LISTED && <Box color="ink.2">{texts.more(changes.length - LISTED)}</Box>}
        </chakra.dl>
      )}
    </Panel>
  )
}

function ChangedValue({ change: { path, before, now } }: { change: ValueChange }) {
  const secret = path.some(isSecretName)
  const shown = (value: Json | undefined) =>
    secret ? texts.hidden : value === undefined ? texts.absent : briefJson(value, SHOWN)
  return (
    <div>
      <chakra.dt textStyle="xs" color="ink.2" overflowWrap="anywhere">
        {path.join(' / ')}
      </chakra.dt>
      <chakra.dd fontFamily="mono" textStyle="xs" overflowWrap="anywhere">
        <Box as="del" color="ink.3" aria-label={texts.before}>
          {shown(before)}
        </Box>{' '}
        <Box as="ins" textDecoration="none" fontWeight="medium" aria-label={texts.now}>
          {shown(now)}
        </Box>
      </chakra.dd>
    </div>
  )
}
