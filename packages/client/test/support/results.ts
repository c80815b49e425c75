import { inspect } from "node:util"
import type { Client, Result } from "@latchkey/client"
import { expect } from "vitest"

export const password = "correct horse battery"

/** The data of a result that is well. */
export const dataOf = <A, P extends { readonly code: string }>(result: Result<A, P>): A => {
  if (result.ok) return result.data
  throw new Error(`All should be well, and it is ${result.problem.code}`)
}

/** The problem of a result that is not. */
export const problemOf = <A, P>(result: Result<A, P>): P => {
  if (result.ok) throw new Error(`There should be a problem, and there is none: ${inspect(result.data)}`)
  return result.problem
}

/** Everything that a reader or a log could see in a result. */
export const everythingIn = (value: unknown): string => inspect(value, { depth: 30, showHidden: true })

/** Calls a method of which only the name is known. */
export const callBy = (client: Client, method: keyof Client, input: unknown): Promise<Result<unknown>> =>
  takesInput(method)
    ? (client[method] as (input: unknown) => Promise<Result<unknown>>)(input)
    : (client[method] as () => Promise<Result<unknown>>)()

export const takesInput = (method: keyof Client): boolean =>
  ["signUp", "signIn", "requestMagicLink", "verifyMagicLink", "setPassword", "endSession"].includes(method)

export const expectUnexpected = (result: Result<unknown>, status: number) =>
  expect(result).toEqual({ ok: false, problem: { code: "unexpected_reply", status } })
