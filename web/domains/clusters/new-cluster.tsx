import { Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { lazyDialog } from '#web/lib/parts/lazy-dialog.tsx'
import { IfMayChange } from '#web/lib/rights.tsx'
import { NEW_HASH } from '#web/paths.ts'

const NewClusterDialog = lazyDialog(async () => (await import('./new-cluster-dialog.tsx')).NewClusterDialog)

/** New Cluster: asks for a name and an optional team, creates the cluster and opens it. */
export function NewClusterButton() {
  const [open, setOpen] = useState(useLocation().hash === NEW_HASH)
  return (
    <IfMayChange>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {clusterMessages.newCluster}
      </Button>
      <NewClusterDialog key={String(open)} open={open} onClose={() => setOpen(false)} />
    </IfMayChange>
  )
}
