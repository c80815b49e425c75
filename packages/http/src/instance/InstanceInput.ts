/**
 * Reads the settings of an instance that somebody sends: through the admin API, or by a form of the dashboard.
 *
 * @since 0.1.0
 */
import { InstancePatch, NewInstance } from "@latchkey/domain/instance/InstancePatch"
import * as Effect from "effect/Effect"
import { decode } from "../core/internal/Input.ts"
import { type Problem, problem } from "../core/Problem.ts"

/** What the patterns of the domain let through and no browser could follow. */
const isUsable = (url: string) => URL.canParse(url)
const usable = <A extends InstancePatch>(patch: A): Effect.Effect<A, Problem> => {
  const fields = {
    hosts: (patch.hosts ?? []).every((host) => isUsable(`https://${host}/`)),
    origins: (patch.origins ?? []).every(isUsable),
    redirectUrl: isUsable(patch.redirectUrl ?? "https://none.example/"),
    "branding.logoUrl": isUsable(patch.branding?.logoUrl ?? "https://none.example/")
  }
  const errors = Object.entries(fields)
    .filter(([, isFine]) => !isFine)
    .map(([field]) => ({ field, reason: "is not a valid URL, or part of one" }))
  return errors.length === 0 ? Effect.succeed(patch) : Effect.fail(problem("invalid_request", { errors }))
}

const decodeAnyNew = decode(NewInstance)
const decodeAnyPatch = decode(InstancePatch)

/** A new instance, or 400 `invalid_request`, which names every field that is wrong. @since 0.1.0 */
export const decodeNew = (input: unknown): Effect.Effect<NewInstance, Problem> =>
  Effect.flatMap(decodeAnyNew(input), usable)

/** A change to an instance, or 400 `invalid_request`, which names every field that is wrong. @since 0.1.0 */
export const decodePatch = (input: unknown): Effect.Effect<InstancePatch, Problem> =>
  Effect.flatMap(decodeAnyPatch(input), usable)
