import { chakra } from '@chakra-ui/react'

/** A setting that is switched on or off immediately, with its label. */
export function Switch({
  checked,
  onChange,
  label,
  name,
  disabled = false,
}: {
  checked: boolean
  onChange(checked: boolean): void
  label: string
  /** Its name for screen readers, where it has no label beside it. */
  name?: string
  disabled?: boolean
}) {
  return (
    <chakra.label
      display="inline-flex"
      alignItems="center"
      gap="2"
      minH={{ base: '10', sm: '8' }}
      minW={{ base: '10', sm: '0' }}
      color="ink.2"
      cursor={disabled ? 'not-allowed' : 'pointer'}
    >
      <chakra.input
        type="checkbox"
        role="switch"
        aria-label={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        appearance="none"
        position="relative"
        flexShrink={0}
        width="30px"
        height="18px"
        borderRadius="full"
        bg={checked ? 'accent' : 'control'}
        cursor="inherit"
        opacity={disabled ? 0.5 : 1}
        transition="background 120ms"
        _focusVisible={{ outline: '2px solid {colors.accent}', outlineOffset: '2px' }}
        _before={{
          content: '""',
          position: 'absolute',
          top: '2px',
          insetStart: checked ? '14px' : '2px',
          boxSize: '14px',
          borderRadius: 'full',
          bg: 'surface',
          transition: 'inset-inline-start 120ms',
        }}
      />
      {label}
    </chakra.label>
  )
}
