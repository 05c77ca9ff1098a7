import { Button } from '@chakra-ui/react'

/** Below a table that draws only a part of its rows: draws `step` more of those that are left. */
export function MoreRows({ step, left, onMore }: { step: number; left: number; onMore(): void }) {
  return (
    <Button variant="plain" size="sm" onClick={onMore}>
      {`Show ${Math.min(step, left)} of ${left} more`}
    </Button>
  )
}
