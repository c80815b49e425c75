import { parse, type Password } from "@latchkey/domain/password/Password"
import type { HashingOptions } from "@latchkey/domain/password/PasswordHasher"
import * as Either from "effect/Either"

export const password = (text: string): Password => Either.getOrThrow(parse(text))

/** The options for one caller, the same in every call. */
export const anyCaller: HashingOptions = { fairnessKey: "192.0.2.1" }
