/** Returns one sentence if the value is not a whole number within both bounds, otherwise nothing. */
export const violations = (name: string, value: number, minimum: number, maximum: number): ReadonlyArray<string> =>
  Number.isInteger(value) && value >= minimum && value <= maximum
    ? []
    : [`${name} must be a whole number from ${minimum} to ${maximum}, and is ${value}`]
