import type { BodyCode, Client, CommonCode, ProblemCode } from "@latchkey/client"
import * as table from "../../../packages/client/src/internal/endpoints.ts"

const split = <Code extends ProblemCode>(codes: string): ReadonlyArray<Code> =>
  codes.split(" ").filter((code): code is Code => code !== "")

/** The codes of every method. */
export const commonCodes = split<CommonCode>(table.commonCodes)

/** The codes of every method that sends a body. */
export const bodyCodes = split<BodyCode>(table.bodyCodes)

/** Returns the codes of a method. */
export const codesOf = (method: keyof Client): ReadonlyArray<ProblemCode> => {
  const [, , , codes, fields] = table.endpoints[method]
  return [...split(codes), ...(fields === undefined ? [] : bodyCodes), ...commonCodes]
}
