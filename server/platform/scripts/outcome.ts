import { scriptFaults } from '#shared/domains/scripts/faults.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { JsonDepth } from '#server/lib/json-depth.ts'
import { MAX_VALUE_DEPTH } from '../engine/limits/limits.ts'
import type { LimitName, ScriptLimits, ScriptEnd } from './protocol.ts'

/** How a script ended, in words; `trace` names the lines of the script. */
export type ScriptOutcome = { outputs: JsonObject } | { reason: string; trace: string | null }

/** The outcome of a script; `timeMs` is the time that it had. */
export function scriptOutcome(settled: ScriptEnd, limits: ScriptLimits, timeMs: number): ScriptOutcome {
  if ('over' in settled) return { reason: limitText(settled.over, limits, timeMs), trace: null }
  if ('reason' in settled) return { reason: settled.reason, trace: traceOf(settled) }
  if (!new JsonDepth(MAX_VALUE_DEPTH).take(Buffer.from(settled.outputs)))
    return { reason: scriptFaults.depth, trace: null }
  return { outputs: JSON.parse(settled.outputs) as JsonObject }
}

/** Only the frames of the script itself, which begins at its default export. */
function traceOf({ reason, stack }: { reason: string; stack: string }): string | null {
  const own = stack.split('\n').filter((frame) => frame.includes('script.js'))
  return own.length === 0 ? null : [reason, ...own].join('\n')
}

function limitText(over: LimitName, limits: ScriptLimits, timeMs: number): string {
  if (over === 'time') return scriptFaults.time(timeMs)
  if (over === 'memory') return scriptFaults.memory(limits.memoryMib)
  if (over === 'output') return scriptFaults.output(limits.outputBytes)
  if (over === 'logLines') return scriptFaults.logLines(limits.logLines)
  if (over === 'progressCalls') return scriptFaults.progressCalls(limits.progressCalls)
  return scriptFaults.depth
}
