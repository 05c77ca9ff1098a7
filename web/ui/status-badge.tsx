import { chakra } from '@chakra-ui/react'
import { memo } from 'react'
import { StatusIcon, statusTokens } from './status-icon.tsx'

/** A status as icon and word on its soft colour; never colour alone. */
export const StatusBadge = memo(function StatusBadge({
  status,
  size = 'md',
}: {
  status: string
  size?: 'sm' | 'md'
}) {
  const { fg, soft } = statusTokens(status)
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      height={size === 'sm' ? '5' : '22px'}
      px="2"
      borderRadius="sm"
      borderWidth="1px"
      borderStyle={status === 'skipped' ? 'dashed' : 'solid'}
      borderColor={status === 'skipped' ? fg : 'transparent'}
      bg={soft}
      color={fg}
      textStyle="xs"
      fontWeight="medium"
      whiteSpace="nowrap"
    >
      <StatusIcon status={status} size={size === 'sm' ? 12 : 13} />
      {status}
    </chakra.span>
  )
})
