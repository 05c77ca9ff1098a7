import { mapExchange, type Exchange, type Operation, type OperationResult } from 'urql'
import { failedRead } from './live-status.ts'

/** A read that takes longer holds nothing back any more, in milliseconds. */
const HOLD_MS = 3000

/** No answer comes after this long: the read was given up. */
const GIVE_UP_MS = 30_000

interface Read {
  slow: boolean
  overtaken: boolean
  timers: ReturnType<typeof setTimeout>[]
}

/**
 * Keeps a slow read from undoing a newer live event. While reads are under way live events wait, so that they
 * are applied after the answers, which may be older than they are. A read slower than three seconds holds
 * nothing back; if events overtook it, it is done once more. Belongs between the cache and the network.
 */
export const liveOrderExchange: Exchange = (input) => {
  const reads = new Map<number, Read>()
  let gate: { open(): void; opened: Promise<void> } | null = null

  const openWhenClear = () => {
    if (![...reads.values()].every((read) => read.slow)) return
    gate?.open()
    gate = null
  }

  const forget = (key: number): Read | undefined => {
    const read = reads.get(key)
    read?.timers.forEach(clearTimeout)
    reads.delete(key)
    return read
  }

  const onRead = ({ key }: Operation) => {
    forget(key)
    const slowDown = () => {
      read.slow = true
      openWhenClear()
    }
    const read: Read = { slow: false, overtaken: false, timers: [] }
    read.timers = [setTimeout(slowDown, HOLD_MS), setTimeout(() => forget(key), GIVE_UP_MS)]
    reads.set(key, read)
    gate ??= createGate()
  }

  const onAnswer = (operation: Operation) => {
    const read = forget(operation.key)
    openWhenClear()
    if (!read?.overtaken || operation.context.isRepeat) return
    const context = { ...operation.context, requestPolicy: 'network-only', isRepeat: true } as const
    queueMicrotask(() => input.client.reexecuteOperation({ ...operation, context }))
  }

  const onLive = (result: OperationResult): OperationResult | Promise<OperationResult> => {
    if (gate) return gate.opened.then(() => result)
    for (const read of reads.values()) read.overtaken = true
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

function createGate(): { open(): void; opened: Promise<void> } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
