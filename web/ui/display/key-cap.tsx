import { chakra } from '@chakra-ui/react'

/** A key as it is on the keyboard. */
export const KeyCap = ({ name }: { name: string }) => (
  <chakra.kbd
    textStyle="mono"
    fontSize="0.6875rem"
    lineHeight="1rem"
    borderWidth="1px"
    borderRadius="xs"
    bg="bg"
    color="ink.2"
    px="1.5"
    minW="6"
    display="inline-block"
    textAlign="center"
    flexShrink={0}
  >
    {name}
  </chakra.kbd>
)
