import { Link, type LinkProps } from '@chakra-ui/react'
import { Link as RouterLink } from 'react-router-dom'

/** A link to an address of the console. */
export function TextLink({ to, children, ...style }: Omit<LinkProps, 'href' | 'asChild'> & { to: string }) {
  return (
    <Link asChild {...style}>
      <RouterLink to={to}>{children}</RouterLink>
    </Link>
  )
}
