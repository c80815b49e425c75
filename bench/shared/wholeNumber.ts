/** Parses the number of an option. Throws a `RangeError` if it is invalid. */
export const wholeNumber = (name: string, text: string, minimum: number, maximum: number): number => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= minimum && number <= maximum) return number
  throw new RangeError(`--${name} must be a whole number from ${minimum} to ${maximum}`)
}
