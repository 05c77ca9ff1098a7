import { Box, Grid } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/**
 * What a page is opened for, and the form of the object: beside it in a wide window, else below it. There grids of fields
 * (`data-fields`) have two columns, or the number that the attribute says; a field takes both with `data-wide`, and the heads of a
 * table of fields (`data-field-heads`) have no place.
 */
export function FormBeside({
  facts,
  form,
  isBeside = true,
}: {
  facts: ReactNode
  form: ReactNode
  /** Whether there are facts. */
  isBeside?: boolean
}) {
  return (
    <Grid
      data-in-order="long"
      templateColumns={{ base: 'minmax(0, 1fr)', xl: isBeside ? 'minmax(0, 1fr) 380px' : undefined }}
      columnGap="4"
      alignItems="start"
    >
      <Box data-in-order="long" minW="0">
        {facts}
      </Box>
      <Box minW="0" css={isBeside ? { xl: narrow } : undefined}>
        {form}
      </Box>
    </Grid>
  )
}

const narrow = {
  '& [data-fields]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& [data-fields="1"]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& :is([data-wide], [data-fields="1"] > *)': { gridColumn: '1 / -1' },
  '& [data-field-heads]': { display: 'none' },
} as const
