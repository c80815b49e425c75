import { inspect } from "node:util"
import { type Client, createClient, type Result } from "@latchkey/client"
import { expect } from "vitest"

export const password = "correct horse battery"

/** Returns the data of a result. Throws if the call failed. */
export const dataOf = <A, P extends { readonly code: string }>(result: Result<A, P>): A => {
  if (result.ok) return result.data
  throw new Error(`Expected data, got the problem ${result.problem.code}`)
}

/** Returns the ids of a sign-in that needs no second factor. Throws if the call failed, or asks for one. */
export const sessionOf = <A extends object, P extends { readonly code: string }>(
  result: Result<A, P>
): Extract<A, { readonly sessionId: string }> => {
  const data = dataOf(result)
  if ("sessionId" in data) return data as Extract<A, { readonly sessionId: string }>
  throw new Error("Expected a session")
}

/** Returns the problem of a result. Throws if the call succeeded. */
export const problemOf = <A, P>(result: Result<A, P>): P => {
  if (result.ok) throw new Error(`Expected a problem, got ${inspect(result.data)}`)
  return result.problem
}

/** Prints everything that a log could show of a value. */
export const everythingIn = (value: unknown): string => inspect(value, { depth: 30, showHidden: true })

/** Calls a method by its name. */
export const callBy = (client: Client, method: keyof Client, input: unknown): Promise<Result<unknown>> =>
  takesInput(method)
    ? (client[method] as (input: unknown) => Promise<Result<unknown>>)(input)
    : (client[method] as () => Promise<Result<unknown>>)()

/** Returns `true` if a method takes an input before its options. */
export const takesInput = (method: keyof Client): boolean => createClient()[method].length > 1

export const expectUnexpected = (result: Result<unknown>, status: number) =>
  expect(result).toEqual({ ok: false, problem: { code: "unexpected_reply", status } })
