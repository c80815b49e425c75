/** Where links and identity providers lead back to native clients: one of the app links of the instance. */
import type { Instance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Problem, problem } from "./Problem.ts"

/** Returns the app link if the instance has it, letter by letter. */
export const find = ({ tokenConfig }: Instance, text: string): Option.Option<string> =>
  tokenConfig.appLinks.includes(text) ? Option.some(text) : Option.none()

/** Returns the app link of a request. Fails with 400 `invalid_request` for one that the instance does not have. */
export const required = (instance: Instance, text: string): Effect.Effect<string, Problem<"invalid_request">> =>
  Effect.mapError(find(instance, text), () =>
    problem("invalid_request", { errors: [{ field: "returnTo", reason: "is no app link of the instance" }] })
  )

/** Adds parameters to an app link, which has none. */
export const withParameters = (appLink: string, parameters: Readonly<Record<string, string>>): string =>
  `${appLink}?${new URLSearchParams(parameters)}`
