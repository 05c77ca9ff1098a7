/** The messages between the platform and a process that runs scripts: only texts and numbers. */

/** What a script may use. */
export interface ScriptLimits {
  timeMs: number
  memoryMib: number
  /** Of its log lines and its result together. */
  outputBytes: number
  logLines: number
  progressCalls: number
}

/** The limit that a script has reached; `depth`: what it calls or returns nests too deep. */
export type LimitName = 'time' | 'memory' | 'output' | 'logLines' | 'progressCalls' | 'depth'

/** How a script ended: with its outputs as JSON, by an error, or at a limit. */
export type ScriptEnd = { outputs: string } | { reason: string; stack: string } | { over: LimitName }

/** A script to run; `inputs` is JSON. */
export interface ScriptCall {
  code: string
  inputs: string
  timeMs: number
}

export type ToChild = { probe: number } | ScriptCall

export type FromChild =
  | { loaded: true }
  | { reached: boolean }
  | { log: string }
  | { progress: number }
  /** `clean`: the process may run another script. */
  | { settled: ScriptEnd; clean: boolean }
