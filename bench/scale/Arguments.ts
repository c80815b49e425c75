import { parseArgs } from "node:util"
import { wholeNumber } from "../shared/wholeNumber.ts"

/** The options of the benchmark. */
export interface Arguments {
  /** The numbers of users that are compared. */
  readonly small: number
  readonly users: number
  /** How many users of the large database have sessions, limits and links. */
  readonly active: number
  /** How many instances share the users. The first has four fifths of them, or all. */
  readonly instances: number
  /** How many rounds there are. Each measures both. */
  readonly rounds: number
  /** How many requests of each kind there are in a round. */
  readonly samples: number
  /** How many emails the dispatcher sends in each run. */
  readonly emails: number
  /** How many users are imported and exported. */
  readonly imported: number
  /** Whether to write the tables to docs/scaling.md. */
  readonly write: boolean
}

export const usage = `npm run bench:scale -- [options]

  --users N     users in the large database (1000000)
  --small N     users in the small database (1000)
  --active N    users of the large database with sessions, limits and links (all)
  --instances N instances; the first has four fifths of the users, or all (20)
  --rounds N    rounds; each measures both databases (7)
  --samples N   requests of each kind in a round (300)
  --emails N    emails in each run of the dispatcher (3000)
  --imported N  users that are imported and exported (200000)
  --write       write the tables to docs/scaling.md
`

/** Parses the arguments. Throws if one is invalid. */
export const parse = (args: ReadonlyArray<string>): Arguments => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      users: { type: "string", default: "1000000" },
      small: { type: "string", default: "1000" },
      active: { type: "string" },
      instances: { type: "string", default: "20" },
      rounds: { type: "string", default: "7" },
      samples: { type: "string", default: "300" },
      emails: { type: "string", default: "3000" },
      imported: { type: "string", default: "200000" },
      write: { type: "boolean", default: false }
    }
  })
  // Ten million active users would need 50 GB.
  const users = wholeNumber("users", values.users, 1000, 10_000_000)
  return {
    // With fewer sessions than a round needs, some would be used twice.
    small: wholeNumber("small", values.small, 1000, 1_000_000),
    users,
    active: wholeNumber("active", values.active ?? values.users, 1000, users),
    instances: wholeNumber("instances", values.instances, 1, 20),
    rounds: wholeNumber("rounds", values.rounds, 1, 100),
    samples: wholeNumber("samples", values.samples, 10, 500),
    emails: wholeNumber("emails", values.emails, 100, 20_000),
    imported: wholeNumber("imported", values.imported, 1000, 1_000_000),
    write: values.write
  }
}
