import { Box, Button, chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { compareJson, type JsonLine } from './compare-json.ts'
import { foldLines, lineNumbers } from './folded-lines.ts'

/** Lines rendered at first: a state may have thousands. */
const WINDOW = 300

/** Two objects side by side, compared by key. On a phone a line that differs stands under the other. */
export function JsonComparison({
  label,
  left,
  right,
}: {
  label: string
  /** Undefined for an object that does not exist. */
  left: JsonObject | undefined
  right: JsonObject | undefined
}) {
  const lines = useMemo(() => compareJson(left, right), [left, right])
  const numbers = useMemo(() => lineNumbers(lines), [lines])
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState(WINDOW)
  const shown = useMemo(() => foldLines(lines, open), [lines, open])
  if (lines.length === 0)
    return (
      <Box px="3.5" py="2.5" color="ink.3">
        {compareMessages.empty}
      </Box>
    )
  return (
    <>
      <chakra.table role="table" aria-label={label} width="full" css={styles}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {compareMessages.left}
            </th>
            <th role="columnheader" scope="col">
              {compareMessages.right}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.slice(0, asked).map((line) =>
            'count' in line ? (
              <tr role="row" key={`folded ${line.from}`} data-fold>
                <td role="cell" colSpan={2}>
                  <Button
                    variant="plain"
                    textStyle="xs"
                    onClick={() => setOpen(new Set([...open, line.from]))}
                  >
                    {compareMessages.sameLines(line.count)}
                  </Button>
                </td>
              </tr>
            ) : (
              <tr role="row" key={line.id} data-kind={line.kind}>
                <Side line={line} side="left" number={numbers.get(line)?.left ?? null} />
                <Side line={line} side="right" number={numbers.get(line)?.right ?? null} />
              </tr>
            ),
          )}
        </tbody>
      </chakra.table>
      {shown.length > asked && (
        <Button variant="plain" m="2.5" onClick={() => setAsked(asked + WINDOW)}>
          {compareMessages.moreLines(shown.length - asked)}
        </Button>
      )}
    </>
  )
}

function Side({ line, side, number }: { line: JsonLine; side: 'left' | 'right'; number: number | null }) {
  const text = line[side]
  const sign = line.kind === 'same' || text === null ? '' : side === 'left' ? '-' : '+'
  return (
    <td role="cell" data-side={side} data-empty={text === null || undefined}>
      <span data-number aria-hidden>
        {number}
      </span>
      <span data-sign>{sign}</span>
      <span data-text style={{ paddingInlineStart: `${line.depth * 16}px` }}>
        {text}
      </span>
    </td>
  )
}

const styles = {
  display: { base: 'block', sm: 'table' },
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  textStyle: 'mono',
  color: 'ink.2',
  '& thead': { srOnly: true },
  '& tbody, & tbody tr': { base: { display: 'block' }, sm: { display: 'revert' } },
  '& td': {
    display: { base: 'flex', sm: 'table-cell' },
    py: '0.5',
    pe: '3.5',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    verticalAlign: 'top',
    '&[data-side=right]': { borderInlineStartWidth: { sm: '1px' } },
  },
  // A hanging indent keeps long values beside their number and sign.
  '& [data-side]': { ps: '14', textIndent: { sm: '-3.5rem' } },
  '& [data-number]': {
    display: 'inline-block',
    minW: '9',
    whiteSpace: 'nowrap',
    pe: '2',
    textAlign: 'end',
    color: 'ink.3',
    textIndent: '0',
  },
  '& [data-sign]': {
    display: 'inline-block',
    width: '5',
    textAlign: 'center',
    color: 'ink',
    textIndent: '0',
  },
  '& [data-kind=changed] td, & [data-kind=left] [data-side=left], & [data-kind=right] [data-side=right]': {
    bg: 'pressed',
    color: 'ink',
    fontWeight: 'semibold',
  },
  smDown: {
    '& [data-side]': { ps: '0' },
    '& [data-empty], & [data-kind=same] [data-side=right]': { display: 'none' },
  },
  '& [data-fold] td': { px: '3.5', py: '1', textAlign: 'center', bg: 'hover' },
} as const
