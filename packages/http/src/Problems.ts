/** The problems of all rooms. Everything that is said of a code follows from its entry. */
import { problems as accessToken } from "./access-token/internal/Problems.ts"
import { problems as account } from "./account/internal/Problems.ts"
import { problems as shared } from "./core/internal/Problems.ts"
import { problems as deviceSignIn } from "./device-sign-in/internal/Problems.ts"
import { problems as event } from "./event/internal/Problems.ts"
import { problems as factorRecovery } from "./factor-recovery/internal/Problems.ts"
import { problems as identityProvider } from "./identity-provider/internal/Problems.ts"
import { problems as instance } from "./instance/internal/Problems.ts"
import { problems as introspection } from "./introspection/internal/Problems.ts"
import { problems as magicLink } from "./magic-link/internal/Problems.ts"
import { problems as mail } from "./mail/internal/Problems.ts"
import { problems as operator } from "./operator/internal/Problems.ts"
import { problems as passkey } from "./passkey/internal/Problems.ts"
import { problems as password } from "./password/internal/Problems.ts"
import { problems as personalToken } from "./personal-token/internal/Problems.ts"
import { problems as secondFactor } from "./second-factor/internal/Problems.ts"
import { problems as session } from "./session/internal/Problems.ts"

/** The problems of each room. */
export const rooms = [
  shared,
  session,
  password,
  operator,
  account,
  event,
  instance,
  mail,
  magicLink,
  passkey,
  identityProvider,
  factorRecovery,
  secondFactor,
  deviceSignIn,
  personalToken,
  accessToken,
  introspection
] as const

type Rooms = typeof rooms

/** The problems as one object. */
type Merged<Parts extends ReadonlyArray<object>> = Parts extends readonly [
  infer First,
  ...infer Others extends object[]
]
  ? First & Merged<Others>
  : unknown

/** Every problem by its code. */
export const catalogue = Object.assign({}, ...rooms) as { readonly [Code in keyof Merged<Rooms>]: Merged<Rooms>[Code] }
