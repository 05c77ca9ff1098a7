import { Box, Button, Flex, Link } from '@chakra-ui/react'
import { Activity, Menu as MenuIcon, Search } from 'lucide-react'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { paletteKeys } from '#web/lib/palette/platform-keys.ts'
import type { SignedInUser } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { KeyCap } from '#web/ui/display/key-cap.tsx'
import { AccountMenu } from './account-menu.tsx'
import { MenuCount } from './menu-count.tsx'
import { UserMenu } from './user-menu.tsx'

/** The mark of the product and its name, leading to the apps. */
function Logo() {
  return (
    <Link
      asChild
      display="inline-flex"
      alignItems="center"
      minH="10"
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

/** Opens the menu on a phone, and says how many items need attention. */
function MenuButton({ count, onClick }: { count: number; onClick(): void }) {
  const countId = useId()
  return (
    <Box position="relative" hideFrom="sm">
      <Button
        variant="ghost"
        px="0"
        boxSize="10"
        aria-label="Open menu"
        aria-describedby={count > 0 ? countId : undefined}
        onClick={onClick}
      >
        <MenuIcon />
      </Button>
      <MenuCount count={count} id={countId} shown="button" />
    </Box>
  )
}

/** Opens the palette: looks like the field that it opens, on a phone only a magnifier. */
function SearchButton({ onClick }: { onClick(): void }) {
  return (
    <Button
      onClick={onClick}
      aria-label={pageMessages.palette}
      aria-haspopup="dialog"
      title={`${pageMessages.palette} (${paletteKeys()})`}
      justifyContent="flex-start"
      fontWeight="normal"
      color="ink.3"
      width={{ base: '10', sm: 'full' }}
      maxW={{ sm: '380px' }}
      height={{ base: '10', sm: '8' }}
      px={{ base: '3', sm: '2.5' }}
      ms={{ base: 'auto', sm: '0' }}
      display="flex"
      borderWidth={{ base: '0', sm: '1px' }}
      boxShadow="none"
    >
      <Search />
      <Box as="span" hideBelow="sm" flex="1" textAlign="start" truncate>
        {pageMessages.palette}
      </Box>
      <Box as="span" hideBelow="md" aria-hidden>
        <KeyCap name={paletteKeys()} />
      </Box>
    </Button>
  )
}

interface TopBarProps {
  who: SignedInUser
  /** How many items need attention. */
  count: number
  onMenu(): void
  onSearch(): void
}

/** The bar on top: menu button on a phone, logo, search, account, user. */
export function TopBar({ who, count, onMenu, onSearch }: TopBarProps) {
  return (
    <Flex
      as="header"
      position="sticky"
      top="0"
      zIndex="calc({zIndex.docked} + 1)"
      height="12"
      align="center"
      gap="2"
      px={{ base: '2', sm: '4' }}
      bg="surface"
      borderBottomWidth="1px"
    >
      <MenuButton count={count} onClick={onMenu} />
      <Logo />
      <Box flex="1" minW="0" ps={{ sm: '2', lg: '98px' }}>
        <SearchButton onClick={onSearch} />
      </Box>
      <AccountMenu who={who} />
      <UserMenu user={who.user} />
    </Flex>
  )
}
