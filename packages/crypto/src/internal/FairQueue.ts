/**
 * What waits, by the party that it waits for. The parties take turns, and within a party it is first come first served:
 * whoever brings a thousand waits for their own thousand, and everybody else for one of them.
 */
export class FairQueue<A> {
  readonly #parties = new Map<string, Set<A>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(party: string): number {
    return this.#parties.get(party)?.size ?? 0
  }

  add(party: string, item: A): void {
    const items = this.#parties.get(party)
    if (items === undefined) this.#parties.set(party, new Set([item]))
    else items.add(item)
    this.#size++
  }

  /** Whether it was there. */
  delete(party: string, item: A): boolean {
    const items = this.#parties.get(party)
    if (items?.delete(item) !== true) return false
    if (items.size === 0) this.#parties.delete(party)
    this.#size--
    return true
  }

  /** Takes out what is next. */
  take(): A | undefined {
    for (const [party, items] of this.#parties) {
      for (const item of items) {
        this.delete(party, item)
        this.#toTheEnd(party)
        return item
      }
    }
    return undefined
  }

  #toTheEnd(party: string): void {
    const items = this.#parties.get(party)
    if (items === undefined) return
    this.#parties.delete(party)
    this.#parties.set(party, items)
  }
}
