const wholeNumber = (name: string, otherwise: number): number => {
  const text = process.env[name] ?? ""
  if (text === "") return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is a whole number, such as ${otherwise}`)
  return Number(text)
}

/**
 * From where all that is random here comes. The same seed makes the same requests. `npm test` makes the same each time,
 * so that whoever changes something else is not told of it; `npm run test:fuzz` takes another seed each time.
 */
export const seed = wholeNumber("FUZZ_SEED", 20_260_729)

/** How many requests are made. */
export const requests = wholeNumber("FUZZ_REQUESTS", 500)

/** Writes down how to see the same again. */
export const announce = (what: string, count: number): void => {
  process.stdout.write(`${what}: ${count} requests, FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}\n`)
}
