/** Operators in their browsers, for the tests of this room. */
import type { Email } from "@latchkey/domain/core/Email"
import type { UserId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { OperatorInstance } from "@latchkey/domain/instance/OperatorInstance"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import * as Operators from "@latchkey/domain/operator/Operators"
import { type OperatorCaller, OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import type { Role } from "@latchkey/domain/operator/Role"
import type { SignInResult } from "@latchkey/domain/session/SessionIssuer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import { ann } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"

export const ipAddress = "192.0.2.7"
export const userAgent = "Sample/1.0"

const by = { actor: "command_line" } as const

/** The admin keys of the service that a browser is at. */
type Keys = Pick<OperatorCaller, "adminKey" | "previousAdminKey">

export const adminKey = Option.some(Redacted.make("the-admin-key-with-at-least-32-characters"))
export const nextKey = Option.some(Redacted.make("the-next-admin-key-with-32-characters"))

interface Place {
  readonly instance: Instance
  readonly address?: string
  readonly agent?: string
}

/** What a browser can do at the dashboard of a service with these keys. */
const actions = (
  client: TestClient.TestClient,
  { address = ipAddress, agent = userAgent, instance }: Place,
  keys: Keys
) => {
  const own = client.at(instance, address, agent)
  const caller = Effect.map(own.caller, (presented): OperatorCaller => ({ ...presented, ...keys }))
  const use = <A, E, R>(
    attempt: (sessions: typeof OperatorSessions.Service, by: OperatorCaller) => Effect.Effect<A, E, R>
  ) => Effect.flatMap(Effect.all([OperatorSessions, caller]), ([sessions, by]) => attempt(sessions, by))
  const store = (result: SignInResult) =>
    Ref.update(client.cookies, (held) => ({
      clientToken: Option.some(result.clientToken),
      sessionToken: result._tag === "SignedIn" ? Option.some(result.sessionToken) : held.sessionToken,
      pendingToken: result._tag === "SignedIn" ? Option.none() : Option.some(result.token)
    }))
  return {
    own,
    enter: (token: string) =>
      Effect.tap(
        use((all, by) => all.signInWithInvitation(token, by)),
        store
      ),
    enterWithKey: Effect.tap(
      use((all, by) => all.signInWithAdminKey(by)),
      store
    ),
    session: use((all, by) => all.authenticate(by)),
    isConfirmed: use((all, by) => Effect.flatMap(all.authenticate(by), all.isConfirmed)),
    standing: use((all, by) => Effect.flatMap(all.authenticate(by), all.standingOf)),
    ways: use((all, by) => Effect.flatMap(all.authenticate(by), all.waysOf)),
    signOut: use((all, by) => all.signOut(by))
  }
}

/** Returns what a client can do at the dashboard. `at`: the same client at a service with other keys, or elsewhere. */
export const withDashboard = (client: TestClient.TestClient) =>
  Effect.map(OperatorInstance, (instance) => ({
    client,
    at: (keys: Keys, place: Partial<Place> = {}) => actions(client, { instance, ...place }, keys),
    keys: withPasskeys(client, instance),
    ...actions(client, { instance }, { adminKey })
  }))

/** Makes a browser without cookies. */
export const makeDashboard = Effect.flatMap(TestClient.make, withDashboard)
export type Dashboard = Effect.Effect.Success<typeof makeDashboard>

/** Returns the token of a new invitation without a name. */
export const invitedWithKey = (key: Keys["adminKey"] = adminKey) =>
  Effect.flatMap(DashboardAccess, ({ invite }) =>
    Effect.map(invite({ actor: "command_line", adminKey: key }), Redacted.value)
  )

/** Returns the token of an invitation of an operator that was just created as a link. */
export const tokenOf = ({ link }: Operators.InvitedOperator): string =>
  new URL(Redacted.value(Option.getOrThrow(link).url)).searchParams.get("token") ?? ""

/** Adds an operator, and returns their invitation as a link. */
export const created = (role: Role = "viewer", email: Email = ann) =>
  Effect.flatMap(Operators.Operators, ({ create }) =>
    create({ email, name: `The ${role}`, role }, { by, delivery: "link" })
  )

/** Opens an invitation in a new browser. */
export const entered = (token: string) => Effect.tap(makeDashboard, ({ enter }) => enter(token))

/** Signs in with the admin key in a new browser. */
export const enteredWithKey = Effect.tap(makeDashboard, ({ enterWithKey }) => enterWithKey)

/** Adds an operator who has just opened their invitation, in a browser of theirs. */
export const joined = (role: Role = "viewer", email: Email = ann) =>
  Effect.gen(function* () {
    const invited = yield* created(role, email)
    return { id: invited.operator.id, dashboard: yield* entered(tokenOf(invited)) }
  })

/** Opens a new invitation of an operator, in another browser. */
export const reinvited = (id: UserId) =>
  Effect.gen(function* () {
    const { invite } = yield* Operators.Operators
    return yield* entered(tokenOf(yield* invite({ id, by, delivery: "link" })))
  })

/** Adds an operator with a passkey, in the browser that is signed in with the invitation. */
export const joinedWithPasskey = (role: Role = "viewer", email: Email = ann) =>
  Effect.gen(function* () {
    const { dashboard, id } = yield* joined(role, email)
    const authenticator = authenticatorAt()
    const { keys } = dashboard
    const passkey = yield* keys.add(authenticator)
    return { id, dashboard, authenticator, keys, passkey }
  })

/** Returns the sessions of everyone, newest first. */
export const sessions = Effect.flatMap(DashboardAccess, ({ list }) =>
  Effect.map(list, (all) => all.sessions.map(({ session }) => session))
)
