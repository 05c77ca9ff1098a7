import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'

/**
 * A checkbox with its label. A native control, because tables contain hundreds of them. `hideLabel` shows the
 * label only to screen readers.
 */
export function Checkbox({
  checked,
  indeterminate = false,
  disabled = false,
  onChange,
  label,
  hideLabel = false,
}: {
  checked: boolean
  indeterminate?: boolean
  disabled?: boolean
  onChange(checked: boolean): void
  label: string
  hideLabel?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <chakra.label
      display="inline-flex"
      alignItems="center"
      gap="2"
      cursor={disabled ? 'not-allowed' : 'pointer'}
    >
      <chakra.input
        ref={input}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-label={hideLabel ? label : undefined}
        boxSize="15px"
        accentColor="accent"
        cursor="inherit"
        flexShrink={0}
      />
      {!hideLabel && label}
    </chakra.label>
  )
}
