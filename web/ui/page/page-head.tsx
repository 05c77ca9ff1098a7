import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { copyMessages } from '#shared/lib/copy-messages.ts'
import { rememberQuery, withLastQuery } from '#web/lib/last-query.ts'
import { shownPlace } from '#web/lib/palette/shown-place.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { CopyHandle } from '../display/copy-handle.tsx'
import { shortId } from '../display/short-id.tsx'
import { type CopySubject, pageCopyAttributes } from '#web/lib/copy/copy-subject.ts'
import { TextLink } from './text-link.tsx'

/** A title without the status at its end: `Nightly invoice run (failed)`. */
const withoutStatus = (name: string) => name.replace(/ \([a-z]{1,20}\)$/, '')

/** Sets the title of the browser tab while the caller is mounted; an empty name leaves only the product's. */
export function useDocumentTitle(name: string): void {
  useEffect(() => {
    document.title = name ? `${name} - Workforce` : 'Workforce'
    if (name)
      shownPlace.set({ to: window.location.pathname + window.location.search, name: withoutStatus(name) })
    return () => {
      document.title = 'Workforce'
    }
  }, [name])
}

/** An action of the pages below a layout, such as Edit App. */
export interface PageAction {
  label: string
  onSelect(): void
}

const PageActionsContext = createContext<readonly PageAction[]>([])

/** Adds actions to the head of every page below, before its own. */
export function PageActionsProvider({
  actions,
  children,
}: {
  actions: readonly PageAction[]
  children: ReactNode
}) {
  return <PageActionsContext value={actions}>{children}</PageActionsContext>
}

/** The actions that layouts add, for a page that places them itself. */
export const useSurroundingActions = (): readonly PageAction[] => useContext(PageActionsContext)

export interface Crumb {
  label: string
  /** Leads to the page with the query that it was shown with last in this tab. */
  to?: string
  /** The label is an id, shown in monospace. */
  isId?: boolean
}

/** The shell copies; see `CopyKeeper`. */
const noKeys = {}

/** The button that copies what the page is about; the keys of it are listed. */
function PageCopy({ copy }: { copy: CopySubject }) {
  useKeys(noKeys, copyMessages.keys)
  return (
    <Box as="span" lineHeight="0" {...pageCopyAttributes(copy)}>
      <CopyHandle name={copy.id} />
    </Box>
  )
}

/** A target for the finger that takes no more room than its line. */
const tallOnPhone = { lineHeight: { base: '40px', sm: 'inherit' }, my: { base: '-3', sm: '0' } }

function Crumbs({ crumbs, copy }: { crumbs: Crumb[]; copy: CopySubject | undefined }) {
  // A whole id takes a second line there.
  const isPhone = useNarrowerThan(PHONE_PX)
  return (
    <Flex align="center" columnGap="1.5">
      <chakra.nav minW="0" aria-label="Breadcrumb">
        <chakra.ol display="flex" flexWrap="wrap" textStyle="xs" color="ink.3" listStyleType="none">
          {crumbs.map((crumb, index) => (
            <chakra.li key={`${index} ${crumb.label}`} display="flex" minW="0" maxW="full">
              {index > 0 && (
                <Box as="span" aria-hidden px="2">
                  /
                </Box>
              )}
              {crumb.to ? (
                <TextLink
                  to={withLastQuery(crumb.to)}
                  color="ink.3"
                  truncate
                  {...tallOnPhone}
                  _hover={{ color: 'ink' }}
                >
                  {crumb.label}
                </TextLink>
              ) : (
                <Box
                  as="span"
                  color="ink"
                  fontWeight="medium"
                  fontFamily={crumb.isId ? 'mono' : undefined}
                  title={crumb.isId ? crumb.label : undefined}
                  truncate
                  aria-current="page"
                >
                  {crumb.isId && isPhone ? shortId(crumb.label) : crumb.label}
                </Box>
              )}
            </chakra.li>
          ))}
        </chakra.ol>
      </chakra.nav>
      {copy && <PageCopy copy={copy} />}
    </Flex>
  )
}

/**
 * On a phone actions that do not fit beside the title fill whole rows: the title takes nearly all free space of a row that it
 * shares with them. Those of `PageActionsProvider` are last.
 */
const shareRowsOnPhone = { flexGrow: { base: 1, sm: 0 } }
const TITLE_GROWS = 1000

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
  placesAll = false,
  minTitle = 'min(200px, 100%)',
  tabTitle,
  copy,
}: {
  crumbs: Crumb[]
  title: ReactNode
  /** The title of the browser tab where it is another one. */
  tabTitle?: string
  badge?: ReactNode
  /** A line below the title. */
  facts?: ReactNode
  actions?: ReactNode
  /** `actions` has those of `useSurroundingActions`, and stands beside the title also on a phone. */
  placesAll?: boolean
  /** The room that a title keeps beside the actions of `placesAll`. */
  minTitle?: string
  /** The object that the page is about, of which id, link and call are copied. */
  copy?: CopySubject | undefined
}) {
  const surrounding = useSurroundingActions()
  const { pathname, search } = useLocation()
  useEffect(() => rememberQuery(pathname, search), [pathname, search])
  useDocumentTitle(tabTitle ?? (typeof title === 'string' ? title : (crumbs.at(-1)?.label ?? '')))
  const added = placesAll ? [] : surrounding
  return (
    <Box as="header" mb="4">
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} copy={copy} />}
      <Flex
        align="center"
        justify="space-between"
        columnGap="3"
        rowGap={placesAll ? '1.5' : '3'}
        wrap="wrap"
        mt={crumbs.length > 0 ? '2' : '0'}
        minH={{ base: '10', sm: '8' }}
      >
        <Flex
          align="center"
          columnGap="2.5"
          rowGap={placesAll ? '0.5' : '3'}
          minW={placesAll ? minTitle : '0'}
          wrap="wrap"
          flex={placesAll ? '1 1 0' : `${TITLE_GROWS} 1 auto`}
          maxW="full"
        >
          <chakra.h1 textStyle="title" minW="0" overflowWrap="anywhere">
            {title}
          </chakra.h1>
          {badge}
        </Flex>
        {facts && (
          <Box flexBasis="full" minW="0" order={{ base: 1, sm: 0, lg: 1 }}>
            {facts}
          </Box>
        )}
        {(actions || added.length > 0) && (
          <Flex
            gap={{ base: '2', sm: placesAll ? '1.5' : '3' }}
            wrap="wrap"
            {...(placesAll
              ? { maxW: 'full' }
              : { flexGrow: { base: 1, sm: 0 }, css: { '& > *': shareRowsOnPhone } })}
          >
            {added.map(({ label, onSelect }) => (
              <Button key={label} order={{ base: 1, sm: 0 }} onClick={onSelect}>
                {label}
              </Button>
            ))}
            {actions}
          </Flex>
        )}
      </Flex>
    </Box>
  )
}
