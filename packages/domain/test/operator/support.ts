/** Operators with passkeys, for the tests of this room. */
import type { Email } from "@latchkey/domain/core/Email"
import type { OperatorId } from "@latchkey/domain/core/Ids"
import type { PasskeyId } from "@latchkey/domain/passkey/PasskeyRepository"
import type { Token } from "@latchkey/domain/core/Token"
import { defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { OperatorPasskeyAdministration } from "@latchkey/domain/operator/OperatorPasskeyAdministration"
import type { OperatorPasskeyRequest } from "@latchkey/domain/operator/OperatorPasskeyRequest"
import { OperatorPasskeys } from "@latchkey/domain/operator/OperatorPasskeys"
import { OperatorPasskeySignIn } from "@latchkey/domain/operator/OperatorPasskeySignIn"
import * as Operators from "@latchkey/domain/operator/Operators"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import type { Role } from "@latchkey/domain/operator/Role"
import { AuthenticationCredential, type RegistrationCredential } from "@latchkey/domain/passkey/Credential"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import { type Authenticator, authenticatorAt, created } from "../passkey/support.ts"
import { ann, baseUrl } from "../support.ts"

export const ipAddress = "192.0.2.7"

const by = { actor: "command_line" } as const

/** A browser at the dashboard, with the two cookies that it holds. */
export const makeDashboard = Effect.map(
  Ref.make({ clientToken: Option.none<Token>(), sessionToken: Option.none<Token>() }),
  (cookies) => ({ cookies })
)
export type Dashboard = Effect.Effect.Success<typeof makeDashboard>

/** Where the dashboard is, and whose limits apply. */
export interface Place {
  readonly origin?: string
  readonly instance?: Instance
}

const requestOf = ({ cookies }: Dashboard, { instance = defaultInstance, origin = baseUrl }: Place) =>
  Effect.map(
    Ref.get(cookies),
    ({ clientToken, sessionToken }): OperatorPasskeyRequest => ({
      instance,
      caller: { adminKey: Option.none(), sessionToken, ipAddress },
      clientToken,
      origin
    })
  )

/** What an operator can do with passkeys in a browser. */
export const withPasskeys = (dashboard: Dashboard, place: Place = {}) => {
  const request = requestOf(dashboard, place)
  const keepClient = (clientToken: Token) =>
    Ref.update(dashboard.cookies, (held) => ({ ...held, clientToken: Option.some(clientToken) }))

  const options = Effect.gen(function* () {
    const creation = yield* (yield* OperatorPasskeys).request(yield* request)
    yield* keepClient(creation.clientToken)
    return creation
  })
  const register = (credential: RegistrationCredential) =>
    Effect.gen(function* () {
      return yield* (yield* OperatorPasskeys).register({ ...(yield* request), credential })
    })

  /** Returns what the browser would present. */
  const answer = (authenticator: Authenticator) =>
    Effect.gen(function* () {
      const asked = yield* (yield* OperatorPasskeySignIn).request(yield* request)
      yield* keepClient(asked.clientToken)
      const { challenge, rpId } = asked
      return Schema.decodeUnknownSync(AuthenticationCredential)(
        authenticator.get({ challenge: Redacted.value(challenge), rpId })
      )
    })
  const present = (credential: AuthenticationCredential) =>
    Effect.gen(function* () {
      const opened = yield* (yield* OperatorPasskeySignIn).signIn({ ...(yield* request), credential })
      yield* Ref.update(dashboard.cookies, (held) => ({ ...held, sessionToken: Option.some(opened.token) }))
      return opened
    })
  return {
    options,
    register,
    add: (authenticator: Authenticator) =>
      Effect.flatMap(options, (creation) => register(created(creation, authenticator))),
    answer,
    present,
    signIn: (authenticator: Authenticator) => Effect.flatMap(answer(authenticator), present),
    list: Effect.gen(function* () {
      return yield* (yield* OperatorPasskeys).list(yield* request)
    }),
    isConfirmed: Effect.gen(function* () {
      const { caller, origin } = yield* request
      return yield* (yield* OperatorPasskeys).isConfirmed(yield* (yield* OperatorSessions).authenticate(caller), origin)
    }),
    rename: (id: PasskeyId, name: string) =>
      Effect.gen(function* () {
        yield* (yield* OperatorPasskeys).rename(yield* request, { id, name })
      }),
    remove: (id: PasskeyId) =>
      Effect.gen(function* () {
        yield* (yield* OperatorPasskeys).remove(yield* request, id)
      }),
    session: Effect.gen(function* () {
      return yield* (yield* OperatorSessions).authenticate((yield* request).caller)
    })
  }
}

/** Returns the token of an invitation that was just created. */
const tokenOf = ({ link }: Operators.InvitedOperator): string =>
  new URL(Redacted.value(Option.getOrThrow(link).url)).searchParams.get("token") ?? ""

/** Opens an invitation in a browser. */
const open = (dashboard: Dashboard, invited: Operators.InvitedOperator) =>
  Effect.gen(function* () {
    const { signInWithInvitation } = yield* OperatorSessions
    const { caller } = yield* requestOf(dashboard, {})
    const { token } = yield* signInWithInvitation(tokenOf(invited), caller)
    yield* Ref.update(dashboard.cookies, (held) => ({ ...held, sessionToken: Option.some(token) }))
  })

/** Adds an operator who has just opened their invitation, in a browser of theirs. */
export const joined = (role: Role = "viewer", email: Email = ann) =>
  Effect.gen(function* () {
    const { create } = yield* Operators.Operators
    const invited = yield* create({ email, name: `The ${role}`, role }, { by, delivery: "link" })
    const dashboard = yield* makeDashboard
    yield* open(dashboard, invited)
    return { id: invited.operator.id, dashboard }
  })

/** Opens a new invitation of an operator, in another browser. */
export const reinvited = (id: OperatorId) =>
  Effect.gen(function* () {
    const { invite } = yield* Operators.Operators
    const dashboard = yield* makeDashboard
    yield* open(dashboard, yield* invite({ id, by, delivery: "link" }))
    return dashboard
  })

/** Adds an operator with a passkey, in the browser that is signed in with the invitation. */
export const joinedWithPasskey = (role: Role = "viewer", email: Email = ann) =>
  Effect.gen(function* () {
    const { dashboard, id } = yield* joined(role, email)
    const authenticator = authenticatorAt()
    const keys = withPasskeys(dashboard)
    const passkey = yield* keys.add(authenticator)
    return { id, dashboard, authenticator, keys, passkey }
  })

/** Removes the passkeys of an operator, as an admin does. */
export const removeAll = (id: OperatorId) =>
  Effect.flatMap(OperatorPasskeyAdministration, (admin) => admin.removeAll({ id, by }))
