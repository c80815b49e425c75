import { type Password, parse } from "@latchkey/domain/Password"
import * as Either from "effect/Either"

export const password = (text: string): Password => Either.getOrThrow(parse(text))
