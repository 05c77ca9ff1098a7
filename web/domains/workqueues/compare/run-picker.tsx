import { Box, Button, Field, Flex, Input } from '@chakra-ui/react'
import { type KeyboardEvent, useId, useState } from 'react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { isOfSamePlan, type RunChoice, type RunToCompare } from './operations.ts'
import { ChoicePage, type PageFound } from './run-choices.tsx'
import { useLastGood } from './use-last-good.ts'

/**
 * Another run…: chooses a run of the same plan, or any run of the app by its id or its name. The focus stays in the search
 * box, whose arrow keys move in the list.
 */
export function RunPicker({
  run,
  current,
  onChoose,
  onClose,
}: {
  run: RunToCompare
  /** The run that it is compared with now. */
  current: string | null
  onChoose(id: string): void
  onClose(): void
}) {
  const listId = useId()
  const optionId = (id: string) => `${listId}-${id}`
  const lastGood = useLastGood(run)?.id ?? null
  const [any, setAny] = useState(false)
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [pages, setPages] = useState<ReadonlyMap<number, PageFound | null>>(new Map())
  const [pointed, setPointed] = useState<string | null>(null)
  const words = text.trim().toLowerCase()
  const typedId = /^[\da-z_-]{12,64}$/i.test(text.trim()) && text.trim() !== run.id ? text.trim() : null
  const ids = Array.from({ length: page }, (_, index) => pages.get(index + 1)?.ids ?? []).flat()
  // The first that is found is the one that Enter takes.
  const first = words === '' ? undefined : ids[0]
  const active = pointed !== null && ids.includes(pointed) ? pointed : (first ?? null)
  const activeId = active === null ? undefined : optionId(active)
  const last = pages.get(page)
  const choose = (id: string) => {
    onClose()
    onChoose(id)
  }
  const move = (step: 1 | -1) => {
    const at = active === null ? -1 : ids.indexOf(active)
    const next = ids.at(at === -1 && step === -1 ? -1 : (at + step) % ids.length)
    if (next === undefined) return
    setPointed(next)
    document.getElementById(optionId(next))?.scrollIntoView?.({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const chosen = active ?? typedId
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && chosen !== null) choose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={compareMessages.chooseRun} open onClose={onClose} size="lg">
      <Flex gap="3" align="center" wrap="wrap" mb="3">
        <Field.Root flex="1" minW="220px" width="auto">
          <Field.Label srOnly>{compareMessages.findRun}</Field.Label>
          <Input
            type="search"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={ids.length > 0}
            aria-controls={listId}
            aria-activedescendant={activeId}
            autoComplete="off"
            spellCheck={false}
            value={text}
            placeholder={compareMessages.findRun}
            onChange={(event) => {
              setText(event.target.value)
              setPointed(null)
            }}
            onKeyDown={onKeyDown}
          />
        </Field.Root>
        <Switch checked={any} onChange={setAny} label={compareMessages.anyPlan} />
      </Flex>
      <Box maxH="min(52vh, 460px)" overflowY="auto" mx="-2">
        <Box role="listbox" id={listId} aria-label={compareMessages.runs}>
          {Array.from({ length: page }, (_, index) => (
            <ChoicePage
              key={index}
              run={run}
              page={index + 1}
              isChoice={(row) =>
                row.id !== run.id && (any || words !== '' || isOfSamePlan(run, row)) && isFound(row, words)
              }
              last={index + 1 === page}
              facts={{ current, lastGood, active, optionId, onHover: setPointed, onChoose: choose }}
              onFound={(number, found) => setPages((known) => new Map(known).set(number, found))}
              onMore={() => setPage(page + 1)}
            />
          ))}
        </Box>
        {last && (last.ids.length === 0 || last.left > 0) && (
          <Box px="2" py="1.5" color="ink.2">
            {last.ids.length === 0 && `${compareMessages.noChoice} `}
            {last.left > 0 && (
              <Button variant="plain" onClick={() => setPage(page + 1)}>
                {compareMessages.olderRuns}
              </Button>
            )}
          </Box>
        )}
      </Box>
      {typedId !== null && (
        <Button mt="2" onClick={() => choose(typedId)}>
          {compareMessages.compareWith(shortId(typedId))}
        </Button>
      )}
    </Dialog>
  )
}

/** A shorter end of an id is that of too many; screens show six characters. */
const LEAST_END = 4

const isFound = (row: RunChoice, words: string) =>
  words === '' ||
  row.id.toLowerCase().startsWith(words) ||
  (words.length >= LEAST_END && row.id.toLowerCase().endsWith(words)) ||
  row.name.toLowerCase().includes(words)
