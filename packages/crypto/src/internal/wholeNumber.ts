/** Why a number is not a whole one between two bounds: nothing, or one sentence. */
export const objections = (name: string, value: number, least: number, most: number): ReadonlyArray<string> =>
  Number.isInteger(value) && value >= least && value <= most
    ? []
    : [`${name} must be a whole number from ${least} to ${most}, and is ${value}`]
