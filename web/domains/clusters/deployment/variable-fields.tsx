import { Button, Field, Flex, Grid, Input } from '@chakra-ui/react'
import { Eraser, Eye, EyeOff, Trash2, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import type { EnvironmentRow } from './deployment-form-values.ts'

const typed = { fontFamily: 'mono', fontSize: 'xs', spellCheck: false } as const

/** Column widths of key and value, for rows and head. */
export const variableColumns = 'minmax(0, 2fr) minmax(0, 3fr)'

/**
 * One environment variable. A stored value has three states: unchanged (`row.value` is null; it is the stored one,
 * shown or not), changed, and emptied (an empty text). What the user does stays, also when the value is shown or hidden.
 */
export function VariableFields({
  row,
  number,
  fault,
  reveal,
  onChange,
  onRemove,
}: {
  row: EnvironmentRow
  /** Position in the table, from 1, for the accessible names. */
  number: number
  fault: string | undefined
  reveal(name: string): Promise<string | null>
  onChange(row: EnvironmentRow): void
  onRemove(): void
}) {
  const [isShown, setIsShown] = useState(false)
  const [revealed, setRevealed] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const name = row.key.trim() || `variable ${number}`
  const { stored, value } = row
  const isUnchanged = stored !== null && value === null

  const toggle = async () => {
    if (!isShown && isUnchanged && revealed === null) {
      setAsking(true)
      const found = await reveal(stored.name)
      setAsking(false)
      if (found === null) return
      setRevealed(found)
    }
    // A stored value that is hidden again is discarded.
    if (isShown) setRevealed(null)
    setIsShown(!isShown)
  }
  // The stored value typed again is unchanged, as far as it is known.
  const type = (text: string) => onChange({ ...row, value: stored && text === revealed ? null : text })
  return (
    <Grid
      data-fields="1"
      templateColumns={{ base: 'minmax(0, 1fr)', sm: variableColumns }}
      gap="2"
      alignItems="start"
    >
      <Field.Root invalid={fault !== undefined}>
        <Input
          {...typed}
          aria-label={`${texts.key} ${number}`}
          placeholder={texts.key}
          maxLength={253}
          autoComplete="off"
          value={row.key}
          onChange={(event) => onChange({ ...row, key: event.target.value })}
        />
        <Field.ErrorText>{fault}</Field.ErrorText>
      </Field.Root>
      <Field.Root>
        <Flex gap="1" minW="0" width="full">
          <Input
            {...typed}
            aria-label={`${texts.value} ${number}`}
            placeholder={placeholderOf(row)}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            value={value ?? revealed ?? ''}
            onChange={(event) => type(event.target.value)}
          />
          <IfMayChange>
            {stored && (
              <RowButton
                label={isUnchanged ? `Empty the value of ${name}` : `Keep the stored value of ${name}`}
                title={isUnchanged ? 'Empty' : 'Keep the stored value'}
                onClick={() => onChange({ ...row, value: isUnchanged ? '' : null })}
              >
                {isUnchanged ? <Eraser /> : <Undo2 />}
              </RowButton>
            )}
            <RowButton
              label={`${isShown ? 'Hide' : 'Show'} the value of ${name}`}
              title={isShown ? 'Hide' : 'Show'}
              pressed={isShown}
              loading={asking}
              onClick={() => void toggle()}
            >
              {isShown ? <EyeOff /> : <Eye />}
            </RowButton>
            <RowButton label={`Remove ${name}`} title="Remove" danger onClick={onRemove}>
              <Trash2 />
            </RowButton>
          </IfMayChange>
        </Flex>
        {stored && !isUnchanged && (
          <Field.HelperText>{value === '' ? texts.valueEmptied : texts.valueChanged}</Field.HelperText>
        )}
      </Field.Root>
    </Grid>
  )
}

/** Of an unchanged value its mask, so that an empty field never looks like one that keeps its value. */
function placeholderOf({ stored, value }: EnvironmentRow): string {
  if (!stored) return texts.value
  return value === null ? stored.masked || texts.emptyValue : texts.emptyValue
}

function RowButton({
  label,
  title,
  pressed,
  danger = false,
  loading = false,
  onClick,
  children,
}: {
  label: string
  title: string
  pressed?: boolean
  danger?: boolean
  loading?: boolean
  onClick(): void
  children: ReactNode
}) {
  return (
    <Button
      variant="ghost"
      px="2"
      aria-label={label}
      title={title}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(danger ? { 'data-danger': true } : {})}
      loading={loading}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
