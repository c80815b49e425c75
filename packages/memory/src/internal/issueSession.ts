/**
 * `SessionRepository.issue` as a change of the state.
 */
import type { User } from "@latchkey/domain/account/UserRepository"
import { CredentialsChanged } from "@latchkey/domain/core/Errors"
import type { UserId } from "@latchkey/domain/core/Ids"
import type { TokenHash } from "@latchkey/domain/core/Token"
import type { SessionGrant } from "@latchkey/domain/session/SessionRepository"
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as HashSet from "effect/HashSet"
import * as Option from "effect/Option"
import { isExpired, key, type MemoryState, type StoredClient, type StoredSession } from "./MemoryState.ts"

interface PresentedClient extends StoredClient {
  readonly hash: TokenHash
}

const presentedClient = (state: MemoryState, grant: SessionGrant): Option.Option<PresentedClient> =>
  Option.gen(function* () {
    const hash = yield* grant.presentedClient
    const client = yield* HashMap.get(state.clients, key(grant.session.instanceId, hash))
    return { ...client, hash }
  }).pipe(Option.filter(({ expiresAt }) => !isExpired(expiresAt, grant.session.authenticatedAt)))

const store = (state: MemoryState, grant: SessionGrant): MemoryState => {
  const { clientExpiresAt, clientHash, session } = grant
  const { authenticatedAt, instanceId, tokenHash, userId } = session
  const presented = presentedClient(state, grant)
  const { id, users } = Option.getOrElse(presented, () => ({
    id: grant.newClientId,
    users: HashSet.empty<UserId>()
  }))
  const isOfPresentedClient = (stored: StoredSession) =>
    stored.session.instanceId === instanceId && Option.exists(presented, ({ hash }) => hash === stored.clientHash)
  const otherClients = Option.match(presented, {
    onNone: () => state.clients,
    onSome: ({ hash }) => HashMap.remove(state.clients, key(instanceId, hash))
  })
  return {
    ...state,
    clients: HashMap.set(otherClients, key(instanceId, clientHash), {
      id,
      users: HashSet.add(users, userId),
      expiresAt: clientExpiresAt
    }),
    sessions: HashMap.set(
      HashMap.filter(state.sessions, (stored) => !isOfPresentedClient(stored)),
      key(instanceId, tokenHash),
      { session, lastSeenAt: authenticatedAt, clientHash, clientExpiresAt }
    )
  }
}

const maySignIn = (user: User, checkedVersion: number): boolean =>
  user.credentialVersion === checkedVersion && Option.isNone(user.disabledAt)

/** Returns the next state with the session in it; or the failure, and the state unchanged. */
export const issueSession = (
  state: MemoryState,
  grant: SessionGrant
): readonly [Either.Either<void, CredentialsChanged>, MemoryState] => {
  const { credentialVersion, instanceId, userId } = grant.session
  const user = HashMap.get(state.users, key(instanceId, userId))
  return Option.exists(user, (current) => maySignIn(current, credentialVersion))
    ? [Either.void, store(state, grant)]
    : [Either.left(new CredentialsChanged()), state]
}
