import type { Client, ProblemCode } from "@latchkey/client"
import { bodyCodes, commonCodes, endpoints } from "../../../packages/client/src/internal/endpoints.ts"

export { bodyCodes, commonCodes }

/** Returns the codes of a method. */
export const codesOf = (method: keyof Client): ReadonlyArray<ProblemCode> => {
  const [, , , codes, fields] = endpoints[method]
  return [...codes, ...(fields === undefined ? [] : bodyCodes), ...commonCodes]
}
