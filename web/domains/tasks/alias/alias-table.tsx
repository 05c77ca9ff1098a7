import { Box, chakra, Skeleton } from '@chakra-ui/react'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { aliasMessages as texts } from '#shared/domains/tasks/alias-messages.ts'
import { AliasVerdict, LastResult, Oldest, PollerCount, Success } from './alias-cells.tsx'
import type { AliasFacts, FailedWork } from './alias-facts.ts'
import { aliasTableStyles } from './alias-table-styles.ts'

const number = new Intl.NumberFormat('en')

interface AliasChoiceTableProps {
  work: FailedWork
  /** Null while they are read. */
  rows: readonly AliasFacts[] | null
  value: string
  onChange(alias: string): void
  /** Has the initial focus, also while the rows are read. */
  groupRef: RefObject<HTMLDivElement | null>
  /** Whether an alias that no worker polls can be chosen. */
  allowUnpolled: boolean
}

/** The columns for which something is known. */
type Columns = Record<'pollers' | 'queued' | 'last' | 'success', boolean>

/** The aliases to choose from with what is known about each. A figure that is known of none has no column. */
export function AliasChoiceTable({
  work,
  rows,
  value,
  onChange,
  groupRef,
  allowUnpolled,
}: AliasChoiceTableProps) {
  const shows = (figure: keyof AliasFacts) => rows?.some((row) => row[figure] !== undefined) ?? true
  const columns: Columns = {
    pollers: rows !== null && shows('pollers'),
    queued: shows('queued'),
    last: shows('last'),
    success: shows('success'),
  }
  const hasFigures = columns.pollers || columns.queued || columns.last
  return (
    <Box
      ref={groupRef}
      role="radiogroup"
      aria-label={texts.aliases}
      aria-required
      tabIndex={-1}
      onKeyDown={enterByArrow}
      borderRadius="md"
      outline="0"
      _focusVisible={{ outline: '2px solid {colors.accent}' }}
    >
      <chakra.table css={aliasTableStyles} aria-busy={rows === null}>
        <thead>
          <tr>
            <th scope="col">{hasFigures ? texts.bestFirst : texts.column}</th>
            {columns.pollers && <th scope="col">{texts.pollers}</th>}
            {columns.queued && (
              <th scope="col" data-end>
                {texts.backlog}
              </th>
            )}
            {columns.queued && <th scope="col">{texts.oldest}</th>}
            {columns.last && <th scope="col">{texts.lastResult}</th>}
            {columns.success && (
              <th scope="col" data-end>
                {texts.success}
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
                  work={work}
                  facts={facts}
                  columns={columns}
                  checked={facts.alias === value}
                  disabled={isBarred(work, facts, allowUnpolled)}
                  onChoose={() => onChange(facts.alias)}
                />
              ))}
        </tbody>
      </chakra.table>
    </Box>
  )
}

/** What waits does not move to where it is. */
const isBarred = (work: FailedWork, { relation }: AliasFacts, allowUnpolled: boolean) =>
  (!allowUnpolled && relation === 'unpolled') || (work.waits === true && relation === 'current')

/** The radio buttons answer the arrows themselves once one of them has the focus. */
function enterByArrow(event: KeyboardEvent<HTMLElement>) {
  if (event.target !== event.currentTarget || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
  event.preventDefault()
  const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:enabled')]
  const next = event.key === 'ArrowDown' ? radios[0] : radios.at(-1)
  const radio = radios.find(({ checked }) => checked) ?? next
  radio?.focus()
  radio?.click()
}

interface AliasRowProps {
  work: FailedWork
  facts: AliasFacts
  columns: Columns
  checked: boolean
  disabled: boolean
  onChoose(): void
}

function AliasRow({ work, facts, columns, checked, disabled, onChoose }: AliasRowProps) {
  const verdict = useId()
  const { alias, pollers, queued, oldestQueued, last, success } = facts
  return (
    <tr
      data-checked={checked || undefined}
      data-disabled={disabled || undefined}
      onClick={disabled ? undefined : onChoose}
    >
      <td>
        <label>
          <input
            type="radio"
            name={texts.aliases}
            aria-describedby={facts.relation ? verdict : undefined}
            aria-label={alias}
            checked={checked}
            disabled={disabled}
            onChange={onChoose}
          />
          <span>
            <strong>{alias}</strong>
            <AliasVerdict facts={facts} work={work} id={verdict} />
          </span>
        </label>
      </td>
      {columns.pollers && (
        <td data-label={texts.pollers}>
          <PollerCount pollers={pollers} />
        </td>
      )}
      {columns.queued && (
        <td data-end data-label={texts.backlog}>
          {queued !== undefined && number.format(queued)}
        </td>
      )}
      {columns.queued && (
        <td data-label={texts.oldest}>
          <Oldest since={oldestQueued} />
        </td>
      )}
      {columns.last && (
        <td data-label={texts.lastResult}>
          <LastResult last={last} />
        </td>
      )}
      {columns.success && (
        <td data-end data-label={texts.success}>
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
      <td>
        <Skeleton height="3" width="10" />
      </td>
      <td>
        <Skeleton height="3" width="20" />
      </td>
      <td data-end>
        <Skeleton height="3" width="10" ms="auto" />
      </td>
    </tr>
  )
}
