import { parseArgs } from "node:util"
import { wholeNumber } from "../shared/wholeNumber.ts"

export interface Arguments {
  /** How long each measurement takes. */
  readonly seconds: number
  /** How often everything is measured, in turns. */
  readonly rounds: number
  /** Only the measurements whose names contain this. */
  readonly only: string
  /** A folder for profiles of Latchkey, which is slower then. */
  readonly profile: string | undefined
  /** Whether the figures go into docs/performance.md. */
  readonly write: boolean
}

export const usage = `npm run bench -- [options]

  --seconds N   how long each measurement takes (5)
  --rounds N    how often everything is measured, in turns (5)
  --only TEXT   only the measurements whose names contain the text
  --profile DIR writes profiles of Latchkey, for Chrome's developer tools, which makes it slower
  --write       puts the figures into docs/performance.md
`

/** Throws what is wrong with them. */
export const parse = (args: ReadonlyArray<string>): Arguments => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: "5" },
      rounds: { type: "string", default: "5" },
      only: { type: "string", default: "" },
      profile: { type: "string" },
      write: { type: "boolean", default: false }
    }
  })
  if (values.write && (values.only !== "" || values.profile !== undefined)) {
    throw new RangeError("--write needs every figure as it is, without --only and --profile")
  }
  return {
    seconds: wholeNumber("seconds", values.seconds, 1, 60),
    rounds: wholeNumber("rounds", values.rounds, 1, 50),
    only: values.only,
    profile: values.profile,
    write: values.write
  }
}
