import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { runFormMessages } from '#shared/domains/workqueues/run-form-messages.ts'

/** The entries of a list, each with buttons that move and remove it, and one that adds another. */
export function ListFrame({
  label,
  items,
  isShort,
  canAdd,
  canRemove,
  onAdd,
  onMove,
  onRemove,
}: {
  label: string
  items: readonly ReactNode[]
  /** Each entry is one value, which needs no more than a part of a line. */
  isShort: boolean
  canAdd: boolean
  canRemove: boolean
  onAdd(): void
  onMove(at: number, by: 1 | -1): void
  onRemove(at: number): void
}) {
  return (
    <Box>
      {items.length > 0 && (
        <chakra.ol listStyleType="none" display="grid" gap="2" mb="2">
          {items.map((item, index) => (
            <Flex as="li" key={index} gap="1" align="flex-start">
              <Box flex="1" minW="0" maxW={isShort ? '320px' : undefined}>
                {item}
              </Box>
              <Flex>
                <EntryButton
                  label={runFormMessages.moveUp(label, index + 1)}
                  disabled={index === 0}
                  onClick={() => onMove(index, -1)}
                >
                  <ArrowUp />
                </EntryButton>
                <EntryButton
                  label={runFormMessages.moveDown(label, index + 1)}
                  disabled={index === items.length - 1}
                  onClick={() => onMove(index, 1)}
                >
                  <ArrowDown />
                </EntryButton>
                <EntryButton
                  label={runFormMessages.remove(label, index + 1)}
                  disabled={!canRemove}
                  onClick={() => onRemove(index)}
                >
                  <X />
                </EntryButton>
              </Flex>
            </Flex>
          ))}
        </chakra.ol>
      )}
      <Button size="sm" disabled={!canAdd} onClick={onAdd} minH={{ base: '10', sm: '7' }}>
        <Plus /> {runFormMessages.add}
      </Button>
    </Box>
  )
}

function EntryButton({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string
  disabled: boolean
  onClick(): void
  children: ReactNode
}) {
  return (
    <Button
      variant="ghost"
      px="0"
      minW={{ base: '10', sm: '8' }}
      minH={{ base: '10', sm: '8' }}
      color="ink.2"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
