import type { Json } from '#shared/lib/json.ts'
import { MAX_VALUE_DEPTH, limitText, mibText } from './limits.ts'

/** Characters of a field's name in a message. */
const MAX_NAME = 60
/** Fields of a path in a message. */
const MAX_PATH = 8

/** A value is larger or deeper than its limit; `field` is where the limit was passed. */
export class TooLarge extends Error {
  readonly field: string

  constructor(field: string, excess: string) {
    super(`${field}: ${excess}`)
    this.name = 'TooLarge'
    this.field = field
  }
}

/**
 * Adds up the size of a value as JSON, in bytes of UTF-8, while it is built or read. Throws TooLarge as soon as
 * the sum passes the limit, so a value that repeats others is never put together.
 */
export class Scale {
  /** Bytes so far. */
  bytes = 0
  private readonly limit: number
  private readonly what: string
  private readonly path: (string | number)[] = []

  /** The path of a message begins with `root`; `what` names the state of the value: `1.2 MiB {what}, more than`. */
  constructor(root: string, limit: number, what = '') {
    this.path.push(root)
    this.limit = limit
    this.what = what && ` ${what}`
  }

  /** A field of an object, or an element of a list, follows; `leave` ends it. */
  enter(part: string | number): void {
    this.path.push(part)
    this.add(typeof part === 'string' ? jsonBytes(part, this.left) + 2 : 1)
    if (this.path.length > MAX_VALUE_DEPTH + 1)
      throw new TooLarge(this.field, `nested deeper than ${MAX_VALUE_DEPTH} levels`)
  }

  leave(): void {
    this.path.pop()
  }

  /** A whole value, which is only read. */
  value(value: Json): void {
    if (typeof value === 'string') return this.add(jsonBytes(value, this.left))
    if (typeof value !== 'object' || value === null) return this.add(String(value).length)
    this.add(2)
    if (Array.isArray(value)) value.forEach((element, index) => this.part(index, element))
    else for (const name in value) if (Object.hasOwn(value, name)) this.part(name, value[name]!)
  }

  add(bytes: number): void {
    this.bytes += bytes
    if (this.bytes > this.limit)
      throw new TooLarge(
        this.field,
        `${mibText(this.bytes, this.limit)}${this.what}, more than ${limitText(this.limit)}`,
      )
  }

  private part(part: string | number, value: Json): void {
    this.enter(part)
    this.value(value)
    this.leave()
  }

  private get left(): number {
    return this.limit - this.bytes
  }

  /** `inputs.list[3].text`. */
  private get field(): string {
    const shown = this.path.slice(0, MAX_PATH).map((part) => {
      if (typeof part === 'number') return `[${part}]`
      return part.length > MAX_NAME ? `.${part.slice(0, MAX_NAME)}…` : `.${part}`
    })
    return shown.join('').slice(1)
  }
}

/** The size of a value as JSON, without a limit. */
export function weightOf(value: Json): number {
  const scale = new Scale('', Number.POSITIVE_INFINITY)
  scale.value(value)
  return scale.bytes
}

/** Bytes of a text as JSON. A text that is longer than what is left is not copied: its length is enough. */
function jsonBytes(text: string, left: number): number {
  return text.length > left ? text.length + 2 : Buffer.byteLength(JSON.stringify(text))
}
