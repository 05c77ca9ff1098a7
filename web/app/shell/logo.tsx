import { Box, Link } from '@chakra-ui/react'
import { Activity } from 'lucide-react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '#web/paths.ts'

/** The mark of the product and its name, leading to the apps. */
export function Logo() {
  return (
    <Link
      asChild
      display="inline-flex"
      alignItems="center"
      gap="2.5"
      color="ink"
      fontWeight="semibold"
      _hover={{ textDecoration: 'none' }}
    >
      <RouterLink to={paths.apps()}>
        <Box
          as="span"
          aria-hidden
          display="inline-flex"
          alignItems="center"
          justifyContent="center"
          boxSize="5"
          borderRadius="sm"
          bg="accent"
          color="accent.on"
        >
          <Activity size={14} strokeWidth={2.5} />
        </Box>
        Workforce
      </RouterLink>
    </Link>
  )
}
