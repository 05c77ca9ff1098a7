/**
 * A map for what is remembered and can be found again: beyond so many entries the oldest is dropped. Reading an entry does
 * not make it newer.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  /** The key becomes the newest one, also when it is known. */
  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#most) this.delete(this.keys().next().value as Key)
    return this
  }
}
