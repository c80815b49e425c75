import { type Password, parse } from "@latchkey/domain/password/Password"
import * as Either from "effect/Either"

export const password = (text: string): Password => Either.getOrThrow(parse(text))
