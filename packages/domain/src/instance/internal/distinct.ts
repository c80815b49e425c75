import * as Schema from "effect/Schema"

/** A list of texts in which none is twice. `what`: what a text is, with its article. */
export const distinct = <A extends string>(item: Schema.Schema<A>, what: string) =>
  Schema.Array(item).pipe(
    Schema.filter((items) => new Set(items).size === items.length, {
      message: () => `must not name ${what} twice`,
      jsonSchema: { uniqueItems: true }
    })
  )
