import { Button, type ButtonProps } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

/** A button that leads to an address. */
export function LinkButton({ to, children, ...style }: ButtonProps & { to: string }) {
  return (
    <Button asChild minH={{ base: '10', sm: '8' }} {...style}>
      <Link to={to}>{children}</Link>
    </Button>
  )
}
