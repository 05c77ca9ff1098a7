import { Box, Button, Flex, Link } from '@chakra-ui/react'
import { Activity, Menu as MenuIcon } from 'lucide-react'
import { Link as RouterLink } from 'react-router-dom'
import type { SignedInUser } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { AccountMenu } from './account-menu.tsx'
import { UserMenu } from './user-menu.tsx'

/** The mark of the product and its name, leading to the apps. */
function Logo() {
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

/** The bar on top: menu button on a phone, logo, account, user. */
export function TopBar({ who, onMenu }: { who: SignedInUser; onMenu(): void }) {
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
      <Button variant="ghost" px="0" boxSize="10" hideFrom="sm" aria-label="Open menu" onClick={onMenu}>
        <MenuIcon />
      </Button>
      <Logo />
      <Box flex="1" />
      <AccountMenu who={who} />
      <UserMenu user={who.user} />
    </Flex>
  )
}
