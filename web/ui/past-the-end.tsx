import { Button } from '@chakra-ui/react'
import { SearchX } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'

/** A page of a list beyond its last one, as an old address may name it. */
export function PastTheEnd({ onFirstPage }: { onFirstPage(): void }) {
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title="This page is past the end of the list"
      action={<Button onClick={onFirstPage}>Go to the first page</Button>}
    />
  )
}
