/** The memory that a process shares with the thread that watches it: 32-bit cells, then the text of the subject. */
export const cell = {
  /** Grows with every beat of the event loop. */
  beats: 0,
  /** The number under which the process executes attempts; 0: none. */
  holder: 1,
  /** `fault.none`, or how far the record of a fault has come. */
  fault: 2,
  /** Used part of the heap at the last beat, in thousandths. */
  heap: 3,
  /** Length of the subject; 0: none. */
  subject: 4,
} as const

export const fault = { none: 0, happened: 1, recorded: 2 } as const

const CELLS = 8
const SUBJECT_BYTES = 64

export interface WatchCells {
  numbers: Int32Array
  subject: Buffer
}

export const newSharedMemory = () => new SharedArrayBuffer(CELLS * 4 + SUBJECT_BYTES)

export function cellsOf(memory: SharedArrayBuffer): WatchCells {
  return {
    numbers: new Int32Array(memory, 0, CELLS),
    subject: Buffer.from(memory, CELLS * 4, SUBJECT_BYTES),
  }
}

/** What the thread gets. */
export interface WatchThreadData {
  memory: SharedArrayBuffer
  databaseUrl: string
}
