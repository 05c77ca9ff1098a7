import { Link, type LinkProps } from '@chakra-ui/react'
import { memo } from 'react'
import { Link as RouterLink } from 'react-router-dom'

/** On a desk a value of a table keeps to its line, and its title tells the rest; on a phone there is room for all of it. */
export const oneLine = {
  overflow: { sm: 'hidden' },
  textOverflow: { sm: 'ellipsis' },
  whiteSpace: { sm: 'nowrap' },
} as const

/** A link to an address of the console. */
export function TextLink({ to, children, ...style }: Omit<LinkProps, 'href' | 'asChild'> & { to: string }) {
  return (
    <Link asChild {...style}>
      <RouterLink to={to}>{children}</RouterLink>
    </Link>
  )
}

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
