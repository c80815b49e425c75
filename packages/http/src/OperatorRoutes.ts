/** The endpoints of the contract that pages of operators use, as they are for users. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { type DirectRoute, directRoutesOf } from "./core/internal/directRoutesOf.ts"
import * as IdentityProviderHandlers from "./identity-provider/internal/IdentityProviderHandlers.ts"
import { LatchkeyApi } from "./LatchkeyApi.ts"
import * as PasskeyHandlers from "./passkey/internal/PasskeyHandlers.ts"

export type { DirectRoute } from "./core/internal/directRoutesOf.ts"

const implementations = [PasskeyHandlers.implementation, IdentityProviderHandlers.implementation] as const

/** What the script of the pages asks for, and where identity providers send browsers back to. */
const names: ReadonlyArray<string> = [
  "passkeyRegistrationOptions",
  "passkeySignInOptions",
  "identityProviderCallback",
  "postIdentityProviderCallback"
]

/** Makes the routes. Provide the endpoint and the settings of operators. Their paths have no prefix. */
export const make = Effect.map(
  Effect.forEach(implementations, (one) => directRoutesOf<Requirements>(LatchkeyApi, one as never)),
  (groups): ReadonlyArray<DirectRoute> => Arr.flatten(groups).filter(({ name }) => names.includes(name))
)

type RequirementsOf<I> = I extends { readonly run: Effect.Effect<unknown, never, infer R> } ? R : never
type Requirements = RequirementsOf<(typeof implementations)[number]>
