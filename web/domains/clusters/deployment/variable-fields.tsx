import { Button, Field, Flex, Grid, Input } from '@chakra-ui/react'
import { Eye, EyeOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import type { EnvironmentRow } from './deployment-form-values.ts'

const typed = { fontFamily: 'mono', fontSize: 'xs', spellCheck: false } as const

/** Column widths of key and value, for rows and head. */
export const variableColumns = 'minmax(0, 2fr) minmax(0, 3fr)'

/**
 * One environment variable. The platform keeps a stored value until it is revealed; an empty field means the
 * stored value until something is typed.
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

  const toggle = async () => {
    if (!isShown && row.stored && row.value === null && revealed === null) {
      setAsking(true)
      const value = await reveal(row.stored.name)
      setAsking(false)
      if (value === null) return
      setRevealed(value)
    }
    // A value that is hidden again is discarded.
    if (isShown) setRevealed(null)
    setIsShown(!isShown)
  }
  const type = (text: string) => {
    const unchanged = revealed === null ? text === '' : text === revealed
    onChange({ ...row, value: row.stored && unchanged ? null : text })
  }
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: variableColumns }} gap="2" alignItems="start">
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
      <Flex gap="1" minW="0">
        <Input
          {...typed}
          aria-label={`${texts.value} ${number}`}
          placeholder={row.stored?.masked || texts.value}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          value={row.value ?? revealed ?? ''}
          onChange={(event) => type(event.target.value)}
        />
        <Button
          variant="ghost"
          px="2"
          aria-label={`${isShown ? 'Hide' : 'Show'} the value of ${name}`}
          aria-pressed={isShown}
          title={isShown ? 'Hide' : 'Show'}
          loading={asking}
          onClick={() => void toggle()}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </Button>
        <Button
          variant="ghost"
          data-danger
          px="2"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={onRemove}
        >
          <Trash2 />
        </Button>
      </Flex>
    </Grid>
  )
}
