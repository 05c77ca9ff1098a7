import { Box, chakra, Skeleton, type SystemStyleObject } from '@chakra-ui/react'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { taskMessages as texts } from '#shared/domains/tasks/messages.ts'
import { LastResult, Oldest, Success, AliasVerdict } from './alias-cells.tsx'
import type { AliasFacts, FailedTask } from './alias-facts.ts'

const number = new Intl.NumberFormat('en')

interface AliasChoicesProps {
  task: FailedTask
  /** Null while they are read. */
  rows: readonly AliasFacts[] | null
  value: string
  onChange(alias: string): void
  /** Has the initial focus, also while the rows are read. */
  groupRef: RefObject<HTMLDivElement | null>
}

/** The aliases to choose from with what is known about each. A figure that is known of none has no column. */
export function AliasChoices({ task, rows, value, onChange, groupRef }: AliasChoicesProps) {
  const shows = (figure: keyof AliasFacts) => rows?.some((row) => row[figure] !== undefined) ?? true
  const columns = { queued: shows('queued'), last: shows('last'), success: shows('success') }
  const hasFigures = columns.queued || columns.last
  // The radio buttons answer the arrows themselves once one of them has the focus.
  const enter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
    event.preventDefault()
    const radios = [...event.currentTarget.querySelectorAll('input')]
    const next = event.key === 'ArrowDown' ? radios[0] : radios.at(-1)
    const radio = radios.find(({ checked }) => checked) ?? next
    radio?.focus()
    radio?.click()
  }
  return (
    <Box
      ref={groupRef}
      role="radiogroup"
      aria-label={texts.aliases}
      aria-required
      tabIndex={-1}
      onKeyDown={enter}
      borderRadius="md"
      outline="0"
      _focusVisible={{ outline: '2px solid {colors.accent}' }}
    >
      <chakra.table css={tableStyles} aria-busy={rows === null}>
        <thead>
          <tr>
            <th scope="col">{hasFigures ? texts.aliasBestFirst : texts.aliasColumn}</th>
            {columns.queued && (
              <th scope="col" data-end>
                {texts.aliasBacklog}
              </th>
            )}
            {columns.queued && (
              <th scope="col" data-wide>
                {texts.aliasOldest}
              </th>
            )}
            {columns.last && <th scope="col">{texts.aliasLastResult}</th>}
            {columns.success && (
              <th scope="col" data-wide data-end>
                {texts.aliasSuccess}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows === null
            ? [1, 2].map((row) => <LoadingRow key={row} />)
            : rows.map((facts) => (
                <AliasRow
                  key={facts.alias}
                  task={task}
                  facts={facts}
                  columns={columns}
                  checked={facts.alias === value}
                  onChoose={() => onChange(facts.alias)}
                />
              ))}
        </tbody>
      </chakra.table>
    </Box>
  )
}

interface AliasRowProps {
  task: FailedTask
  facts: AliasFacts
  columns: { queued: boolean; last: boolean; success: boolean }
  checked: boolean
  onChoose(): void
}

function AliasRow({ task, facts, columns, checked, onChoose }: AliasRowProps) {
  const verdict = useId()
  const { alias, queued, oldestQueued, last, success } = facts
  return (
    <tr data-checked={checked || undefined} onClick={onChoose}>
      <td>
        <label>
          <input
            type="radio"
            name={texts.aliases}
            aria-describedby={facts.relation ? verdict : undefined}
            aria-label={alias}
            checked={checked}
            onChange={onChoose}
          />
          <span>
            <strong>{alias}</strong>
            <AliasVerdict facts={facts} task={task} id={verdict} />
          </span>
        </label>
      </td>
      {columns.queued && <td data-end>{queued !== undefined && number.format(queued)}</td>}
      {columns.queued && (
        <td data-wide>
          <Oldest since={oldestQueued} />
        </td>
      )}
      {columns.last && (
        <td>
          <LastResult last={last} />
        </td>
      )}
      {columns.success && (
        <td data-wide data-end>
          <Success success={success} />
        </td>
      )}
    </tr>
  )
}

/** Grey bars in the places of the texts. */
function LoadingRow() {
  return (
    <tr>
      <td>
        <Skeleton height="3" width="60%" ms="6" />
      </td>
      <td data-end>
        <Skeleton height="3" width="8" ms="auto" />
      </td>
      <td data-wide>
        <Skeleton height="3" width="10" />
      </td>
      <td>
        <Skeleton height="3" width="20" />
      </td>
      <td data-wide data-end>
        <Skeleton height="3" width="10" ms="auto" />
      </td>
    </tr>
  )
}

const tableStyles: SystemStyleObject = {
  width: 'full',
  borderCollapse: 'collapse',
  textStyle: 'sm',
  fontVariantNumeric: 'tabular-nums',
  '& th': { textAlign: 'start', textStyle: 'xs', fontWeight: 'medium', color: 'ink.3', height: '8' },
  '& th, & td': { px: { base: '2', sm: '3' }, verticalAlign: 'middle' },
  '& td': { height: '12', borderTopWidth: '1px', borderColor: 'line.soft', py: '1.5' },
  '& [data-end]': { textAlign: 'end' },
  '& [data-wide]': { display: { base: 'none', sm: 'table-cell' } },
  '& tbody > tr:has(input)': { cursor: 'pointer', _hover: { bg: 'hover' } },
  '& tbody > tr[data-checked]': { bg: 'accent.soft', _hover: { bg: 'accent.soft' } },
  '& label': { display: 'flex', alignItems: 'center', gap: '3', cursor: 'pointer', minW: '0' },
  '& strong': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& input': {
    appearance: 'none',
    flexShrink: '0',
    boxSize: '4',
    borderWidth: '1.5px',
    borderColor: 'control',
    borderRadius: 'full',
    bg: 'surface',
    cursor: 'pointer',
    _checked: { borderColor: 'accent', borderWidth: '5px' },
    _focusVisible: { outline: '2px solid {colors.accent}', outlineOffset: '2px' },
  },
}
