/** What the stores know about a table, beside its columns. Each migration exports those that it creates. */
export interface Table {
  readonly name: string
  /** What its rows are for the instance that they belong to. None if the rows outlive it, or belong to none. */
  readonly ofInstance?: {
    /**
     * The column that comes after the instance in its primary key or in another unique index: the removal of an
     * instance deletes rows in its order.
     */
    readonly key: string
    /**
     * If its rows let someone in, a column as `key` whose value never changes. Signing everyone out waits for locked
     * rows, and finds them again by it.
     */
    readonly letsInBy: string | null
  }
}

/** Tables by the names that the code has for them, in an order in which none refers to a later one. */
export type Tables = Readonly<Record<string, Table>>
