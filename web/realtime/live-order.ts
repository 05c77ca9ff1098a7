import { mapExchange, type Exchange, type Operation, type OperationResult } from 'urql'
import { failedRead } from './live-status.ts'

/** A read that takes longer no longer delays live events, in milliseconds. */
const MAX_DELAY_MS = 3000

/** After this time without a result a read counts as abandoned, in milliseconds. */
const ABANDON_MS = 30_000

interface Read {
  slow: boolean
  outdated: boolean
  timers: ReturnType<typeof setTimeout>[]
}

/**
 * Keeps a slow read from overwriting a newer live event. While reads are in progress live events wait and are
 * applied after the results, which may be older. A read slower than three seconds does not delay events; if
 * events were applied before its result, it is repeated once. Belongs between the cache and the network.
 */
export const liveOrderExchange: Exchange = (input) => {
  const reads = new Map<number, Read>()
  let barrier: { open(): void; opened: Promise<void> } | null = null

  const openWhenNoReads = () => {
    if (![...reads.values()].every((read) => read.slow)) return
    barrier?.open()
    barrier = null
  }

  const forget = (key: number): Read | undefined => {
    const read = reads.get(key)
    read?.timers.forEach(clearTimeout)
    reads.delete(key)
    return read
  }

  const onRead = ({ key }: Operation) => {
    forget(key)
    const markSlow = () => {
      read.slow = true
      openWhenNoReads()
    }
    const read: Read = { slow: false, outdated: false, timers: [] }
    read.timers = [setTimeout(markSlow, MAX_DELAY_MS), setTimeout(() => forget(key), ABANDON_MS)]
    reads.set(key, read)
    barrier ??= createBarrier()
  }

  const onAnswer = (operation: Operation) => {
    const read = forget(operation.key)
    openWhenNoReads()
    if (!read?.outdated || operation.context.isRepeat) return
    const context = { ...operation.context, requestPolicy: 'network-only', isRepeat: true } as const
    queueMicrotask(() => input.client.reexecuteOperation({ ...operation, context }))
  }

  const onLive = (result: OperationResult): OperationResult | Promise<OperationResult> => {
    if (barrier) return barrier.opened.then(() => result)
    for (const read of reads.values()) read.outdated = true
    return result
  }

  return mapExchange({
    onOperation(operation) {
      if (operation.kind === 'query') onRead(operation)
    },
    onResult(result) {
      if (result.operation.kind === 'subscription') return onLive(result)
      if (result.operation.kind === 'query') {
        if (result.error?.networkError) failedRead.note()
        onAnswer(result.operation)
      }
      return result
    },
  })(input)
}

function createBarrier(): { open(): void; opened: Promise<void> } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
