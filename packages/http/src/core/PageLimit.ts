/** The size of a page of a list. */
import * as Schema from "effect/Schema"

const message = () => "must be a number from 1 to 100"

/** Makes the schema of the most items on a page: 1 to 100. `items` names them in documents. */
export const pageLimit = (items: string): Schema.Schema<number, string> =>
  Schema.compose(
    Schema.String.annotations({ description: `The most ${items} on the page, 1 to 100; 50 by default.` }),
    Schema.NumberFromString.annotations({ message }).pipe(Schema.int({ message }), Schema.between(1, 100, { message }))
  )
