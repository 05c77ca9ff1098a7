import { Box, Button, chakra, Flex, Grid, Link, Skeleton } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { copyAttributes, type CopySubject } from '#web/lib/copy/copy-subject.ts'
import { useCardKeys } from './use-card-keys.ts'

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

const columns = 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))'

/** A card that links to an object, with its name and a description below; `foot` may have links of its own. */
export function LinkCard({
  to,
  name,
  foot,
  copy,
  children,
}: {
  to: string
  name: string
  foot?: ReactNode
  /** What is copied by key while the card has the focus. */
  copy?: CopySubject
  children: ReactNode
}) {
  const attributes = copy && copyAttributes(copy)
  if (!foot)
    return (
      <Link asChild {...frame} {...target} _hover={hovered}>
        <RouterLink to={to} {...attributes}>
          <CardHead name={name}>{children}</CardHead>
        </RouterLink>
      </Link>
    )
  return (
    <Flex {...frame} direction="column" display="flex" position="relative" _hover={hovered}>
      {/* The link covers the whole card, below the links of the foot. */}
      <Link asChild display="block" {...target} _after={{ content: '""', position: 'absolute', inset: '0' }}>
        <RouterLink to={to} {...attributes}>
          <CardHead name={name}>{children}</CardHead>
        </RouterLink>
      </Link>
      <Box mt="auto" pt="3" css={{ '& a': { position: 'relative', zIndex: 1 } }}>
        {foot}
      </Box>
    </Flex>
  )
}

const hovered = { borderColor: 'accent', textDecoration: 'none' } as const
const target = {
  color: 'ink',
  transition: 'border-color 120ms',
  _focusVisible: { outline: '2px solid {colors.accent}', outlineOffset: '2px', borderRadius: 'lg' },
} as const

function CardHead({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Flex align="center" justify="space-between" gap="2">
        <chakra.h2 fontWeight="semibold" truncate title={name}>
          {name}
        </chakra.h2>
        <Box color="ink.3" lineHeight="0" aria-hidden>
          <ChevronRight size={16} />
        </Box>
      </Flex>
      <Box color="ink.2" mt="1" lineClamp={2} overflowWrap="anywhere">
        {children}
      </Box>
    </>
  )
}

/** Cards rendered at a time: an account may have thousands of apps or teams. */
const STEP = 300

/** Cards in a grid, as many in a row as fit; 300 at a time. Keys: j k o. */
export function CardList<Item extends { id: string }>({
  items,
  render,
}: {
  items: Item[]
  render(item: Item): ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  useCardKeys(list)
  const [limit, setLimit] = useState(STEP)
  const left = items.length - limit
  return (
    <>
      <Grid as="ul" ref={list} templateColumns={columns} gap="4" listStyleType="none">
        {items.slice(0, limit).map((item) => (
          <chakra.li key={item.id} minW="0">
            {render(item)}
          </chakra.li>
        ))}
      </Grid>
      {left > 0 && (
        <Flex justify="center" mt="4">
          <Button onClick={() => setLimit(limit + STEP)}>
            {pageMessages.showMore(Math.min(STEP, left))}
          </Button>
        </Flex>
      )}
    </>
  )
}

/** The placeholder of cards that are loading. `label` is for screen readers; `foot` keeps the place of a foot. */
export function CardListSkeleton({ label, foot = false }: { label: string; foot?: boolean }) {
  return (
    <Box role="status" aria-label={label}>
      <Grid templateColumns={columns} gap="4">
        {Array.from({ length: 6 }, (_, index) => (
          <Box key={index} {...frame} aria-hidden>
            <Skeleton height="3.5" width="45%" mt="0.5" />
            <Skeleton height="3" width="85%" mt="3.5" />
            <Skeleton height="3" width="60%" mt="2" />
            {foot && <Skeleton height="3" width="full" mt="6" mb="3" />}
          </Box>
        ))}
      </Grid>
    </Box>
  )
}
