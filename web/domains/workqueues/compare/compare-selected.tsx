import { Button } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import { paths } from '#web/paths.ts'

interface SelectedRun {
  id: string
  appId: string
  created: string
}

/** Compares two selected runs, the later one beside the older one; nothing for any other number. */
export function CompareSelected({ rows }: { rows: readonly SelectedRun[] }) {
  const [older, later] = rows.toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))
  if (rows.length !== 2 || !older || !later) return null
  return (
    <Button asChild>
      <Link to={paths.compare(later.appId, later.id, older.id)}>{workqueueRowMessages.compare}</Link>
    </Button>
  )
}
