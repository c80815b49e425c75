import { parseArgs } from "node:util"
import { wholeNumber } from "../shared/wholeNumber.ts"

/** What is measured, and how much of it. */
export interface Arguments {
  /** The two populations that are compared. */
  readonly small: number
  readonly users: number
  /** How often both are measured, in turns. */
  readonly rounds: number
  /** How many of each kind of request there are in a round. */
  readonly samples: number
  /** How many mails are dispatched in each run. */
  readonly mails: number
  /** Whether the tables go into docs/scaling.md. */
  readonly write: boolean
}

export const usage = `npm run bench:scale -- [options]

  --users N     the large population (1000000)
  --small N     the small one that it is compared with (1000)
  --rounds N    how often both are measured, in turns (7)
  --samples N   requests of each kind in a round (300)
  --mails N     mails in each run of the dispatcher (3000)
  --write       puts the tables into docs/scaling.md
`

/** Throws what is wrong with them. */
export const parse = (args: ReadonlyArray<string>): Arguments => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      users: { type: "string", default: "1000000" },
      small: { type: "string", default: "1000" },
      rounds: { type: "string", default: "7" },
      samples: { type: "string", default: "300" },
      mails: { type: "string", default: "3000" },
      write: { type: "boolean", default: false }
    }
  })
  return {
    // Fewer sessions than a round asks for would be asked for twice, and more users would not fit into 6 GB.
    small: wholeNumber("small", values.small, 1000, 1_000_000),
    users: wholeNumber("users", values.users, 1000, 1_000_000),
    rounds: wholeNumber("rounds", values.rounds, 1, 100),
    samples: wholeNumber("samples", values.samples, 10, 500),
    mails: wholeNumber("mails", values.mails, 100, 20_000),
    write: values.write
  }
}
