import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { primaryClient } from '../db/primary.ts'
import { cell, cellsOf, fault, type WatchThreadData } from './watch-cells.ts'

/** The thread of `startProcessWatch`. */

const LOOK_MS = 50
/** An event loop that does not beat for so long is blocked. */
const BLOCKED_MS = 1000
/** A shorter pause is trouble when the process has grown by this much in it. */
const GROWING_MS = 200
const GROWTH_BYTES = 64 * 1024 * 1024
/** Used heap from which memory runs out, in thousandths. */
const HEAP_FULL = 850

interface Trouble {
  kind: 'blocked' | 'memory' | 'fault'
  subject: string | null
}

const { memory, databaseUrl } = workerData as WatchThreadData
const { numbers, subject } = cellsOf(memory)
// Connects when there is something to store.
const pool = new pg.Pool({ Client: primaryClient(databaseUrl), max: 1, connectionTimeoutMillis: 5000 })
pool.on('error', () => undefined)

let last = { beats: -1, at: 0, rss: 0 }
/** What was executed at the last look: a subject is named when it was so at two. */
let seen: string | null = null
let stored: Trouble | null = null
let writing = false

function look(): void {
  const holder = Atomics.load(numbers, cell.holder)
  const beats = Atomics.load(numbers, cell.beats)
  const [at, rss] = [performance.now(), process.memoryUsage.rss()]
  if (beats !== last.beats || holder === 0) last = { beats, at, rss }
  const executed = executedNow()
  const found = troubleNow(at, rss, executed)
  seen = executed
  const waits = Atomics.load(numbers, cell.fault) === fault.happened
  if (holder !== 0 && !writing && (waits || !isStored(found))) void store(holder, found)
}

function troubleNow(at: number, rss: number, executed: string | null): Trouble | null {
  const named = executed === seen ? executed : null
  if (Atomics.load(numbers, cell.fault) !== fault.none) return { kind: 'fault', subject: executed }
  const paused = at - last.at
  if (
    Atomics.load(numbers, cell.heap) >= HEAP_FULL ||
    (paused >= GROWING_MS && rss - last.rss >= GROWTH_BYTES)
  )
    return { kind: 'memory', subject: named ?? stored?.subject ?? null }
  return paused >= BLOCKED_MS ? { kind: 'blocked', subject: named } : null
}

function executedNow(): string | null {
  const length = Atomics.load(numbers, cell.subject)
  return length === 0 ? null : subject.toString('latin1', 0, length)
}

const isStored = (found: Trouble | null) =>
  found?.kind === stored?.kind && (found?.subject ?? null) === (stored?.subject ?? null)

async function store(holder: number, found: Trouble | null): Promise<void> {
  writing = true
  try {
    if (found)
      await pool.query(
        `insert into engine_troubles (holder, kind, subject) values ($1, $2, $3)
         on conflict (holder) do update set kind = excluded.kind, subject = excluded.subject`,
        [holder, found.kind, found.subject],
      )
    else await pool.query('delete from engine_troubles where holder = $1 and not counted', [holder])
    stored = found
    if (found?.kind === 'fault') {
      Atomics.store(numbers, cell.fault, fault.recorded)
      Atomics.notify(numbers, cell.fault)
    }
  } catch (error) {
    // The next look tries again.
    process.stderr.write(`The trouble of this process could not be stored: ${String(error)}\n`)
  }
  writing = false
}

setInterval(look, LOOK_MS)
parentPort?.postMessage('ready')
