import { Button } from '@chakra-ui/react'
import { SearchX } from 'lucide-react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { Panel } from '#web/ui/page/panel.tsx'

/** In the place of the editor of a rule that was deleted. */
export function MissingRule({ onClose }: { onClose(): void }) {
  return (
    <Panel>
      <EmptyState
        icon={<SearchX size={20} />}
        title={texts.missing}
        action={<Button onClick={onClose}>{texts.close}</Button>}
      />
    </Panel>
  )
}
