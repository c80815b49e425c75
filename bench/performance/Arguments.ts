import { parseArgs } from "node:util"
import { wholeNumber } from "../shared/wholeNumber.ts"

export interface Arguments {
  /** How long each measurement takes, in seconds. */
  readonly seconds: number
  /** How many rounds there are. Each measures everything once. */
  readonly rounds: number
  /** Only run the measurements whose names contain one of these, or all if there are none. */
  readonly only: ReadonlyArray<string>
  /** A folder for CPU profiles of Latchkey. Profiling makes it slower. */
  readonly profile: string | undefined
  /** Whether to write the results to docs/performance.md. */
  readonly write: boolean
}

const defaults = { seconds: 5, rounds: 5 }

export const usage = `npm run bench -- [options]

  --seconds N   seconds for each measurement (${defaults.seconds})
  --rounds N    rounds; each measures everything once (${defaults.rounds})
  --only TEXT   only run the measurements whose names contain the text; can be repeated
  --profile DIR write CPU profiles of Latchkey, for Chrome's developer tools; this makes it slower
  --write       write the results to docs/performance.md
`

/** Returns the command that measures the same again. */
export const commandOf = (options: Pick<Arguments, keyof typeof defaults>): string => {
  const changed = (["seconds", "rounds"] as const).filter((name) => options[name] !== defaults[name])
  return ["npm run bench", ...changed.map((name) => `--${name} ${options[name]}`)].join(" ").replace(" --", " -- --")
}

/** Parses the arguments. Throws if one is invalid. */
export const parse = (args: ReadonlyArray<string>): Arguments => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: String(defaults.seconds) },
      rounds: { type: "string", default: String(defaults.rounds) },
      only: { type: "string", multiple: true, default: [] },
      profile: { type: "string" },
      write: { type: "boolean", default: false }
    }
  })
  if (values.write && (values.only.length > 0 || values.profile !== undefined)) {
    throw new RangeError("--write cannot be combined with --only or --profile")
  }
  return {
    seconds: wholeNumber("seconds", values.seconds, 1, 60),
    rounds: wholeNumber("rounds", values.rounds, 1, 50),
    only: values.only,
    profile: values.profile,
    write: values.write
  }
}
