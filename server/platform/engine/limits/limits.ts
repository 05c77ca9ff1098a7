const MIB = 1024 * 1024

/** Bounds of what a run may keep and start. Sizes are bytes of JSON; a setting may replace each. */
export interface EngineLimits {
  /** Resolved inputs of one task. */
  taskInputs: number
  /** Outputs of one task. */
  taskOutputs: number
  /** The state of one run. */
  runState: number
  /** Everything that one run keeps: initial state, state, resolved inputs and reasons of its tasks. */
  runKept: number
  /** Results that one run keeps to show them; beyond that they are only written into the state. */
  runResults: number
  /** Runs that one root may start in its life, below it at any depth. */
  runsBelowRoot: number
  /** Runs below one root that are live at once. */
  liveBelowRoot: number
}

export const defaultEngineLimits: EngineLimits = {
  taskInputs: MIB,
  taskOutputs: MIB,
  runState: 4 * MIB,
  runKept: 32 * MIB,
  runResults: 32 * MIB,
  runsBelowRoot: 10_000,
  liveBelowRoot: 400,
}

/** Maximum nesting of inputs and of the state: what is stored is read by functions that recurse. */
export const MAX_VALUE_DEPTH = 128

/** `1.2 MiB`, with as many digits as it takes to differ from the limit that was passed. */
export function mibText(bytes: number, limit: number): string {
  for (let digits = 1; digits < 3; digits++) {
    const text = inMib(bytes, digits)
    if (Number(text) > limit / MIB) return `${Number(text)} MiB`
  }
  return `${Math.ceil((bytes / MIB) * 1000) / 1000} MiB`
}

/** `4 MiB`, or `1.5 MiB`. */
export const limitText = (limit: number) => `${Number(inMib(limit, 3))} MiB`

const inMib = (bytes: number, digits: number) => (bytes / MIB).toFixed(digits)
