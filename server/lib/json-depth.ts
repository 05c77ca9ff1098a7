const codeOf = (character: string) => character.charCodeAt(0)
const [quote, backslash] = [codeOf('"'), codeOf('\\')]
const [openList, closeList, openObject, closeObject] = [codeOf('['), codeOf(']'), codeOf('{'), codeOf('}')]

/**
 * Watches how deep JSON nests while it streams past, without parsing it: brackets count outside of strings. Bytes that
 * are no JSON pass or not, and are refused by whoever parses them.
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

  /** Whether the bytes so far stay within the limit. */
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
