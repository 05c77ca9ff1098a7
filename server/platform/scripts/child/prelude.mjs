/**
 * Runs inside QuickJS before the script, and keeps what it needs of the built-ins, so that nothing the script does to
 * their prototypes reaches the calls below. Only texts and numbers leave it, by `hostLog`, `hostProgress` and
 * `settle(ok, json or reason, stack)`.
 */
export const prelude = `(() => {
  const { parse, stringify } = JSON
  const { freeze } = Object
  const { apply } = Reflect
  const { then } = Promise.prototype
  const { isArray } = Array
  const P = Promise
  const { resolve } = P
  const S = String
  const kindOf = (value) => (value === null ? 'null' : isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : 'a ' + typeof value)
  return (hostLog, hostProgress, settle) => {
    const log = freeze((...parts) => {
      let line = ''
      for (let i = 0; i < parts.length; i++) {
        const part = parts[i]
        line += (i ? ' ' : '') + (typeof part === 'string' ? part : (stringify(part) ?? S(part)))
      }
      hostLog(line)
    })
    const progress = freeze((part) => hostProgress(typeof part === 'number' ? part : NaN))
    const fail = (error) => {
      let reason = 'The script threw what cannot be read'
      let stack = ''
      try {
        if (error !== null && typeof error === 'object' && 'message' in error) {
          const message = S(error.message)
          reason = S(error.name) + (message ? ': ' + message : '')
          stack = S(error.stack ?? '')
        } else reason = typeof error === 'string' ? error : (stringify(error) ?? S(error))
      } catch {}
      settle(false, reason, stack)
    }
    const done = (value) => {
      let json
      try {
        if (value === undefined || value === null) json = '{}'
        else if (typeof value !== 'object' || isArray(value)) {
          settle(false, 'The script must return an object of outputs, not ' + kindOf(value), '')
          return
        } else json = stringify(value)
      } catch (error) {
        fail(error)
        return
      }
      if (typeof json === 'string' && json[0] === '{') settle(true, json, '')
      else settle(false, 'The script must return an object of outputs', '')
    }
    return (run, text) => {
      if (typeof run !== 'function') {
        settle(false, 'The script has no default export that is a function', '')
        return
      }
      let result
      try {
        result = run({ inputs: parse(text), log, progress })
      } catch (error) {
        fail(error)
        return
      }
      try {
        apply(then, apply(resolve, P, [result]), [done, fail])
      } catch (error) {
        fail(error)
      }
    }
  }
})()`
