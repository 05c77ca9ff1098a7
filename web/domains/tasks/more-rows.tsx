import { Button } from '@chakra-ui/react'

/** Below a table that renders only some of its rows: renders `step` more of the remaining ones. */
export function MoreRows({ step, left, onMore }: { step: number; left: number; onMore(): void }) {
  return (
    <Button variant="plain" size="sm" onClick={onMore}>
      {`Show ${Math.min(step, left)} of ${left} more`}
    </Button>
  )
}
