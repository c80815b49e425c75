import { isFull } from "@latchkey/test-support/suite"

const wholeNumber = (name: string, otherwise: number): number => {
  const text = process.env[name] ?? ""
  if (text === "") return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, such as ${otherwise}`)
  return Number(text)
}

/**
 * The seed of all random values. The same seed makes the same requests. `npm test` always uses the same seed, so that
 * it fails only because of a change; `npm run test:fuzz` uses another one each time.
 */
export const seed = wholeNumber("FUZZ_SEED", 20_260_729)

/** The number of requests. `npm run test:full` makes more of them. */
export const requests = wholeNumber("FUZZ_REQUESTS", isFull() ? 1000 : 150)

/** Prints the settings that repeat the run. */
export const announce = (what: string, count: number): void => {
  process.stdout.write(`${what}: ${count} requests, FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}\n`)
}
