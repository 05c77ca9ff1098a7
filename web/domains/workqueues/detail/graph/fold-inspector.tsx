import './inspector.css'
import { Box, Button, chakra, Flex, Input } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isRestartable, markOfTask } from '#shared/domains/tasks/rules.ts'
import { graphMessages } from '#shared/domains/workqueues/graph-messages.ts'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import type { EntriesByTask } from '#web/domains/tasks/task.ts'
import { countMarks, statusWord, worstStatus } from '#web/graph/heat.ts'
import type { Store } from '#web/lib/store.ts'
import { TWO_COLUMNS_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import type { WorkqueueDetail } from '../operations.ts'
import { groupByReason } from '../reason-groups.ts'
import type { RunRestarts } from '../use-restarts.tsx'
import { InspectorTable } from './inspector-table.tsx'
import { isFound, keyInput, withMark } from './inspector-rows.ts'
import { InspectorContext } from './inspector-context.ts'

type Tasks = WorkqueueDetail['tasks']

/** The order of the chips: what needs attention first. */
const chips = ['failed', 'retry', 'started', 'queued', 'ended', 'skipped', 'cancelled', 'notstarted']

/** The tasks of a fan-out as rows: the failed ones first, by their reason, each reason with its restart. */
export function FoldInspector({
  run,
  name,
  tasks,
  causes,
  logs,
  selected,
  hovered,
  onSelect,
  restarts,
}: {
  run: WorkqueueDetail
  name: string
  tasks: Tasks
  causes: ReadonlyMap<string, Cause>
  logs: EntriesByTask
  selected: string | null
  hovered: Store<string | null>
  onSelect(id: string): void
  restarts: RunRestarts
}) {
  const [search, setSearch] = useState('')
  const [opened] = useState(selected)
  const [hasChosen, setHasChosen] = useState(false)
  // Below the sheet of a task the list stays where it is.
  const hasSheet = useNarrowerThan(TWO_COLUMNS_PX)
  if (!hasChosen && selected !== opened && !hasSheet) setHasChosen(true)
  const counts = useMemo(() => orderedCounts(tasks), [tasks])
  const [mark, setMark] = useShownMark(tasks, hasSheet ? null : selected)
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const find = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => find.current?.focus() }, pageMessages.searchKeys)

  const input = useMemo(() => keyInput(tasks), [tasks])
  const shown = useMemo(() => {
    const marked = withMark(tasks, mark)
    return search.trim() === '' ? marked : marked.filter((task) => isFound(task, search.trim(), input))
  }, [tasks, mark, search, input])
  const groups = useMemo(() => (mark === 'failed' ? groupByReason(shown) : null), [mark, shown])
  const chosen = tasks.filter((task) => checked.has(task.id) && isRestartable(task.status, run.status))
  const context = useMemo(
    () => ({
      causes,
      logs,
      input,
      selected,
      hasChosen,
      hovered,
      onSelect,
      restarts,
      checked,
      setChecked,
      run,
    }),
    [causes, logs, input, selected, hasChosen, hovered, onSelect, restarts, checked, run],
  )
  const running = counts.find(({ status }) => status === 'started')?.count ?? 0
  return (
    <chakra.section className="inspector" aria-label={graphMessages.inspector(name)}>
      <Flex className="inspector-head" align="center" gap="2" wrap="wrap" px="3.5" py="2.5">
        <chakra.h3 fontWeight="semibold">{name}</chakra.h3>
        <FindBox input={find} search={search} onSearch={setSearch} />
        <Flex role="group" aria-label={graphMessages.inspector(name)} gap="2" wrap="wrap">
          {counts.map(({ status, count }) => (
            <MarkChip
              key={status}
              status={status}
              count={count}
              pressed={mark === status}
              onPress={() => setMark(status)}
            />
          ))}
          <MarkChip
            status={null}
            count={tasks.length}
            pressed={mark === null}
            onPress={() => setMark(null)}
          />
        </Flex>
        {chosen.length > 0 && (
          <Button
            size="sm"
            ms="auto"
            onClick={() => {
              restarts.restartMany(chosen)
              setChecked(new Set())
            }}
          >
            {graphMessages.restart(chosen.length)}
          </Button>
        )}
      </Flex>
      {shown.length === 0 ? (
        <Flex direction="column" align="center" gap="2" py="8" color="ink.2">
          {search ? graphMessages.nothingFound(search) : `0 ${mark === null ? '' : statusWord(mark)}`}
          {search && (
            <Button size="sm" onClick={() => setSearch('')}>
              {graphMessages.clear}
            </Button>
          )}
        </Flex>
      ) : (
        <InspectorContext value={context}>
          <InspectorTable label={graphMessages.inspector(name)} tasks={shown} groups={groups} mark={mark} />
        </InspectorContext>
      )}
      <Flex className="inspector-foot" justify="space-between" gap="3" wrap="wrap" px="3.5" py="2">
        <span>
          {groups ? graphMessages.summary(shown.length, groups.length) : graphMessages.tasks(shown.length)}
        </span>
        {groups && running > 0 && <span>{graphMessages.stillRunning(running)}</span>}
      </Flex>
    </chakra.section>
  )
}

function orderedCounts(tasks: Tasks) {
  const place = (status: string) => (chips.includes(status) ? chips.indexOf(status) : chips.length)
  return countMarks(tasks).sort((a, b) => place(a.status) - place(b.status))
}

/** The mark whose tasks are listed: at first the worst; a task that is selected elsewhere is always listed. */
function useShownMark(tasks: Tasks, selected: string | null) {
  const [mark, setMark] = useState<string | null>(() => worstStatus(tasks.map(markOfTask)) || null)
  const [followed, setFollowed] = useState(selected)
  if (selected !== followed) {
    setFollowed(selected)
    const task = tasks.find(({ id }) => id === selected)
    if (task && mark !== null && markOfTask(task) !== mark) setMark(markOfTask(task))
  }
  return [mark, setMark] as const
}

function FindBox({
  input,
  search,
  onSearch,
}: {
  input: React.RefObject<HTMLInputElement | null>
  search: string
  onSearch(search: string): void
}) {
  return (
    <Box position="relative" width={{ base: 'full', sm: '240px' }}>
      <Box
        position="absolute"
        insetStart="2.5"
        top="50%"
        translate="0 -50%"
        color="ink.3"
        lineHeight="0"
        aria-hidden
      >
        <Search size={14} />
      </Box>
      <Input
        ref={input}
        type="search"
        size="sm"
        height={{ base: '10', sm: '8' }}
        ps="8"
        aria-label={graphMessages.find}
        placeholder={graphMessages.find}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (search) onSearch('')
          else event.currentTarget.blur()
        }}
      />
      <chakra.kbd className="inspector-key" aria-hidden hidden={search !== ''}>
        /
      </chakra.kbd>
    </Box>
  )
}

function MarkChip({
  status,
  count,
  pressed,
  onPress,
}: {
  /** Null: all. */
  status: string | null
  count: number
  pressed: boolean
  onPress(): void
}) {
  return (
    <button
      type="button"
      className="inspector-chip"
      data-status={status ?? 'all'}
      aria-pressed={pressed}
      aria-label={
        status === null
          ? `${graphMessages.all} ${count.toLocaleString('en')}`
          : `${count.toLocaleString('en')} ${statusWord(status)}`
      }
      onClick={onPress}
    >
      {status !== null && <StatusIcon status={status} size={13} />}
      {status === null && graphMessages.all}
      <b>{count.toLocaleString('en')}</b>
      {status !== null && statusWord(status)}
    </button>
  )
}
