import { Box, chakra, Flex } from '@chakra-ui/react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { TextLink } from './text-link.tsx'

/** Sets the title of the browser tab while the caller is mounted; an empty name leaves only the product's. */
export function useDocumentTitle(name: string): void {
  useEffect(() => {
    document.title = name ? `${name} - Workforce` : 'Workforce'
    return () => {
      document.title = 'Workforce'
    }
  }, [name])
}

const PageActionsContext = createContext<ReactNode>(null)

/** Adds actions to the head of every page below, before its own (Edit App of an app). */
export function PageActionsProvider({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return <PageActionsContext value={actions}>{children}</PageActionsContext>
}

function useSurroundingActions(): ReactNode {
  return useContext(PageActionsContext)
}

export interface Crumb {
  label: string
  to?: string
  /** The label is an id, shown in monospace. */
  isId?: boolean
}

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <chakra.ol display="flex" flexWrap="wrap" textStyle="xs" color="ink.3" listStyleType="none">
        {crumbs.map((crumb, index) => (
          <chakra.li key={`${index} ${crumb.label}`} display="flex" minW="0" maxW="full">
            {index > 0 && (
              <Box as="span" aria-hidden px="2">
                /
              </Box>
            )}
            {crumb.to ? (
              <TextLink to={crumb.to} color="ink.3" truncate _hover={{ color: 'ink' }}>
                {crumb.label}
              </TextLink>
            ) : (
              <Box
                as="span"
                color="ink"
                fontWeight="medium"
                fontFamily={crumb.isId ? 'mono' : undefined}
                truncate
                aria-current="page"
              >
                {crumb.label}
              </Box>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
    </nav>
  )
}

/** On a phone the actions fill whole rows, those of `PageActionsProvider` last. */
const shareRowsOnPhone = { flexGrow: { base: 1, sm: 0 } }

/**
 * The head of a page: breadcrumb, title with its status, actions on the right (the main one filled). Sets the
 * title of the browser tab to the title, or to the last crumb when the title is not plain text.
 */
export function PageHead({
  crumbs,
  title,
  badge,
  facts,
  actions,
}: {
  crumbs: Crumb[]
  title: ReactNode
  badge?: ReactNode
  /** A line below the title. */
  facts?: ReactNode
  actions?: ReactNode
}) {
  const surrounding = useSurroundingActions()
  useDocumentTitle(typeof title === 'string' ? title : (crumbs.at(-1)?.label ?? ''))
  return (
    <Box as="header" mb="4">
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      <Flex
        align="center"
        justify="space-between"
        gap="3"
        wrap="wrap"
        mt={crumbs.length > 0 ? '2' : '0'}
        minH="8"
      >
        <Flex
          align="center"
          columnGap="3"
          rowGap={facts ? '0.5' : '3'}
          minW={facts ? 'min(280px, 100%)' : '0'}
          wrap="wrap"
          flex={facts ? '1 1 0' : '1 1 auto'}
          maxW="full"
        >
          <chakra.h1 textStyle="title" minW="0" overflowWrap="anywhere">
            {title}
          </chakra.h1>
          {badge}
          {facts && <Box flexBasis="full">{facts}</Box>}
        </Flex>
        {(actions || surrounding) && (
          <Flex
            gap={{ base: '2', sm: '3' }}
            wrap="wrap"
            width={{ base: 'full', sm: 'auto' }}
            css={{ '& > *': shareRowsOnPhone }}
          >
            <Box display="contents" css={{ '& > *': { ...shareRowsOnPhone, order: { base: 1, sm: 0 } } }}>
              {surrounding}
            </Box>
            {actions}
          </Flex>
        )}
      </Flex>
    </Box>
  )
}
