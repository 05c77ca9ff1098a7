const codeOf = (character: string) => character.charCodeAt(0)
const [quote, backslash] = [codeOf('"'), codeOf('\\')]
const [openList, closeList, openObject, closeObject] = [codeOf('['), codeOf(']'), codeOf('{'), codeOf('}')]

/**
 * Measures the nesting depth of JSON while it streams, without parsing: counts brackets outside strings. For bytes
 * that are not JSON the result is undefined; the parser refuses them.
 */
export class JsonDepth {
  readonly #limit: number
  #depth = 0
  #inString = false
  /** The next byte is escaped. */
  #escaped = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether the bytes so far are within the limit. */
  take(bytes: Uint8Array): boolean {
    const limit = this.#limit
    let depth = this.#depth
    let inString = this.#inString
    let escaped = this.#escaped
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inString = false
      } else if (byte === quote) inString = true
      else if (byte === openList || byte === openObject) {
        if (++depth > limit) return false
      } else if (byte === closeList || byte === closeObject) depth--
    }
    this.#depth = depth
    this.#inString = inString
    this.#escaped = escaped
    return true
  }
}
