import { Box, chakra, Flex, Link, Skeleton } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../paths.ts'

const frame = {
  display: 'block',
  height: 'full',
  minH: '98px',
  p: '4',
  bg: 'surface',
  borderWidth: '1px',
  borderRadius: 'lg',
  boxShadow: 'card',
} as const

/** One app: its name and description, leading to its workqueues. */
export function AppCard({ app }: { app: { id: string; name: string; description: string } }) {
  return (
    <Link
      asChild
      {...frame}
      color="ink"
      transition="border-color 120ms"
      _hover={{ borderColor: 'accent', textDecoration: 'none' }}
      _focusVisible={{ outline: '2px solid {colors.accent}', outlineOffset: '2px', borderRadius: 'lg' }}
    >
      <RouterLink to={paths.workqueues(app.id)}>
        <Flex align="center" justify="space-between" gap="2">
          <chakra.h2 fontWeight="semibold" truncate>
            {app.name}
          </chakra.h2>
          <Box color="ink.3" lineHeight="0" aria-hidden>
            <ChevronRight size={16} />
          </Box>
        </Flex>
        <Box color="ink.2" mt="1" lineClamp={2} overflowWrap="anywhere">
          {app.description}
        </Box>
      </RouterLink>
    </Link>
  )
}

/** The place of a card that is still on its way. */
export function AppCardSkeleton() {
  return (
    <Box {...frame} aria-hidden>
      <Skeleton height="3.5" width="45%" mt="0.5" />
      <Skeleton height="3" width="85%" mt="3.5" />
      <Skeleton height="3" width="60%" mt="2" />
    </Box>
  )
}
