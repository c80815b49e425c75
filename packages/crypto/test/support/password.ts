import { type Password, parse } from "@latchkey/domain/password/Password"
import type { HashingOptions } from "@latchkey/domain/password/PasswordHasher"
import * as Either from "effect/Either"

export const password = (text: string): Password => Either.getOrThrow(parse(text))

/** The options of a caller that no other call in the tests is made for. */
export const anyCaller: HashingOptions = { fairnessKey: "192.0.2.1" }
