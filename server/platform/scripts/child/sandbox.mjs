import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { prelude } from './prelude.mjs'

/** @typedef {import('../protocol.ts').ScriptLimits} ScriptLimits */
/** @typedef {import('../protocol.ts').ScriptEnd} ScriptEnd */
/** @typedef {import('quickjs-emscripten-core').QuickJSHandle} Handle */

const PAGES_PER_MIB = 16
const FIRST_PAGES = 256
const STACK_BYTES = 256 * 1024
/** Jobs of promises between two looks at the clock. */
const JOBS = 500
const MAX_REASON = 20_000

/**
 * What a script runs in: an instance of QuickJS over a memory of its own, whose maximum is the limit. The limit that QuickJS itself offers
 * counts only large allocations. A memory never shrinks, so an instance serves one script.
 * @param {WebAssembly.Module} wasmModule
 * @param {ScriptLimits} limits
 */
export async function prepare(wasmModule, limits) {
  const maximum = Math.max(FIRST_PAGES, Math.floor(limits.memoryMib * PAGES_PER_MIB))
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }))
  const runtime = quickjs.newRuntime()
  const context = runtime.newContext()
  const begin = context.unwrapResult(context.evalCode(prelude, 'prelude.js'))
  return { runtime, context, begin, memory: wasmMemory }
}

/**
 * Runs one script. `told` gets its log lines and progress. `clean` is false when the process must not run another one.
 * @param {Awaited<ReturnType<typeof prepare>>} place
 * @param {{ code: string, inputs: string, timeMs: number }} script
 * @param {ScriptLimits} limits
 * @param {(what: { log: string } | { progress: number }) => void} told
 * @returns {{ settled: ScriptEnd, clean: boolean }}
 */
export function runScript({ runtime, context, begin, memory }, script, limits, told) {
  const deadline = performance.now() + script.timeMs
  /** @type {ScriptEnd | null} */
  let stopped = null
  /** @type {ScriptEnd | null} */
  let settled = null
  let [written, lines, calls] = [0, 0, 0]
  /** @type {Handle[]} */
  const own = []
  /** @param {import('../protocol.ts').LimitName} limit */
  const stop = (limit) => (stopped ??= { over: limit })
  const isLate = () => performance.now() > deadline && !!stop('time')

  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(() => stopped !== null || isLate())

  /** The text, counted before it is copied. @param {Handle} handle */
  function take(handle) {
    const length = context.getProp(handle, 'length').consume((value) => context.getNumber(value))
    if (written + length > limits.outputBytes) return void stop('output')
    const text = context.getString(handle)
    written += Buffer.byteLength(text)
    return written > limits.outputBytes ? void stop('output') : text
  }
  /** @param {Handle} handle */
  const short = (handle) =>
    context.typeof(handle) === 'string' ? context.getString(handle).slice(0, MAX_REASON) : ''

  /** @param {string} name @param {(...handles: Handle[]) => void} call */
  const host = (name, call) => own[own.push(context.newFunction(name, call)) - 1]
  const log = host('log', (line) => {
    if (stopped) return
    if (++lines > limits.logLines) return void stop('logLines')
    const text = take(line)
    if (text !== undefined) told({ log: text })
  })
  const progress = host('progress', (part) => {
    if (stopped) return
    if (++calls > limits.progressCalls) return void stop('progressCalls')
    const value = context.getNumber(part)
    if (value >= 0 && value <= 1) told({ progress: value })
  })
  const settle = host('settle', (ok, text, stack) => {
    if (settled || stopped) return
    if (context.dump(ok) !== true) settled = { reason: short(text), stack: short(stack) }
    else {
      const outputs = take(text)
      if (outputs !== undefined) settled = { outputs }
    }
  })

  /** An error that no code in QuickJS has caught. @param {Handle} error @returns {ScriptEnd} */
  function uncaught(error) {
    own.push(error)
    if (context.typeof(error) !== 'object')
      return { reason: String(context.dump(error)).slice(0, MAX_REASON), stack: '' }
    const [name, message, stack] = ['name', 'message', 'stack'].map((key) =>
      context.getProp(error, key).consume(short),
    )
    return { reason: message ? `${name}: ${message}` : name || 'The script threw what cannot be read', stack }
  }

  /** Runs jobs of promises until `done`. @param {() => boolean} done @returns {ScriptEnd | null} */
  function runJobs(done) {
    while (!done() && !stopped) {
      const ran = runtime.executePendingJobs(JOBS)
      if (ran.error) return uncaught(ran.error)
      if (isLate()) return null
      if (ran.value === 0 && !runtime.hasPendingJob() && !done())
        return { reason: 'The script waits for what never comes', stack: '' }
    }
    return null
  }

  /** @returns {ScriptEnd | null} */
  function evaluate() {
    const evaluated = context.evalCode(script.code, 'script.js', { type: 'module' })
    if (evaluated.error) return uncaught(evaluated.error)
    let module = evaluated.value
    own.push(module)
    const state = () => {
      const found = context.getPromiseState(module)
      if (found.type === 'rejected') own.push(found.error)
      else if (found.type === 'fulfilled' && !found.notAPromise) own.push(found.value)
      return found
    }
    const first = state()
    // With a top-level await the value is a promise of the module.
    if (!(first.type === 'fulfilled' && first.notAPromise)) {
      const failed = runJobs(() => state().type !== 'pending')
      if (failed || stopped) return failed
      const last = state()
      if (last.type === 'rejected') return uncaught(last.error)
      if (last.type === 'fulfilled') module = last.value
    }
    const run = context.getProp(module, 'default')
    const text = context.newString(script.inputs)
    const start = context.callFunction(begin, context.undefined, log, progress, settle)
    own.push(run, text)
    if (start.error) return uncaught(start.error)
    own.push(start.value)
    const called = context.callFunction(start.value, context.undefined, run, text)
    if (called.error) return uncaught(called.error)
    own.push(called.value)
    return runJobs(() => settled !== null)
  }

  /** @type {ScriptEnd} */
  let result
  let clean = true
  try {
    const failed = evaluate()
    result = stopped ?? failed ?? settled ?? { reason: 'The script ended without a result', stack: '' }
  } catch (error) {
    clean = false
    result = stopped ?? broken(error)
  }
  if (isOutOfMemory(result)) result = { over: 'memory' }
  if ('over' in result) return { settled: result, clean: false }
  try {
    for (const handle of own.reverse()) if (handle.alive) handle.dispose()
    begin.dispose()
    context.dispose()
    runtime.dispose()
  } catch {
    clean = false
  }
  // A script that has grown its memory leaves much to collect, so its process ends with it.
  return { settled: result, clean: clean && memory.buffer.byteLength <= 2 * FIRST_PAGES * 65_536 }
}

/** Without memory QuickJS cannot always make an error. @param {ScriptEnd} settled */
const isOutOfMemory = (settled) =>
  'reason' in settled && /^(InternalError: out of memory|null)$/.test(settled.reason)

/** What nests too deep overflows the stack of this process. @param {unknown} error @returns {ScriptEnd} */
function broken(error) {
  if (error instanceof RangeError) return { over: 'depth' }
  return { reason: `The script broke its environment: ${String(error).slice(0, 200)}`, stack: '' }
}
