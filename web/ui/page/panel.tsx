import { Box, chakra, Flex } from '@chakra-ui/react'
import { useId, type ReactNode } from 'react'

/** A bordered card; with a title it is a named region of the page. */
export function Panel({
  title,
  aside,
  children,
  padded = true,
  fill = false,
  id,
}: {
  title?: ReactNode
  aside?: ReactNode
  children: ReactNode
  padded?: boolean
  /** The content is a column with the height of the panel. */
  fill?: boolean
  /** The target of links to the panel. */
  id?: string
}) {
  const titleId = useId()
  const hasHead = title !== undefined || aside !== undefined
  return (
    <chakra.section
      id={id}
      scrollMarginTop="16"
      aria-labelledby={title === undefined ? undefined : titleId}
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
      minW="0"
      display={fill ? 'flex' : undefined}
      flexDirection="column"
    >
      {hasHead && (
        <Flex
          align="center"
          justify="space-between"
          wrap={{ base: 'wrap', sm: 'nowrap' }}
          columnGap="3"
          rowGap="1.5"
          px="3.5"
          py="1.5"
          minH="42px"
          borderBottomWidth="1px"
          borderColor="line.soft"
        >
          <chakra.h2 id={titleId} fontWeight="semibold">
            {title}
          </chakra.h2>
          {aside !== undefined && <Box color="ink.2">{aside}</Box>}
        </Flex>
      )}
      <Box
        p={padded ? '3.5' : '0'}
        display={fill ? 'flex' : undefined}
        flexDirection="column"
        flex="1"
        minW="0"
      >
        {children}
      </Box>
    </chakra.section>
  )
}
