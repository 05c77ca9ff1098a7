import { memo } from 'react'
import { oneLine } from './one-line.ts'
import { TextLink } from './text-link.tsx'

/** The name of a table's row, leading to what it names. Stands in a column that is `fixed`. */
export const NameLink = memo(function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <TextLink
      to={to}
      title={name}
      display={{ base: 'inline', sm: 'block' }}
      width="fit-content"
      maxW="full"
      {...oneLine}
      color="ink"
      _hover={{ color: 'accent' }}
    >
      {name}
    </TextLink>
  )
})
