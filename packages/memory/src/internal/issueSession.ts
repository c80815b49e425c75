/**
 * Makes a session: what `SessionRepository.issue` promises, as a change of the state.
 *
 * @since 0.1.0
 */
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as HashSet from "effect/HashSet"
import * as Option from "effect/Option"
import { CredentialsChanged } from "@latchkey/domain/core/Errors"
import type { UserId } from "@latchkey/domain/core/Ids"
import type { TokenHash } from "@latchkey/domain/core/Token"
import type { SessionGrant } from "@latchkey/domain/session/SessionRepository"
import type { User } from "@latchkey/domain/account/UserRepository";
import { isOver, key, type MemoryState, type StoredClient, type StoredSession } from "./MemoryState.ts"

interface PresentedClient extends StoredClient {
  readonly hash: TokenHash
}

const presentedClient = (state: MemoryState, grant: SessionGrant): Option.Option<PresentedClient> =>
  Option.gen(function* () {
    const hash = yield* grant.presentedClient
    const client = yield* HashMap.get(state.clients, key(grant.session.instanceId, hash))
    return { ...client, hash }
  }).pipe(Option.filter(({ expiresAt }) => !isOver(expiresAt, grant.session.authenticatedAt)))

const store = (state: MemoryState, grant: SessionGrant): MemoryState => {
  const { clientExpiresAt, clientHash, session } = grant
  const { authenticatedAt, instanceId, tokenHash, userId } = session
  const presented = presentedClient(state, grant)
  const { id, knownTo } = Option.getOrElse(presented, () => ({
    id: grant.newClientId,
    knownTo: HashSet.empty<UserId>()
  }))
  const isHeldByIt = (stored: StoredSession) =>
    stored.session.instanceId === instanceId && Option.exists(presented, ({ hash }) => hash === stored.clientHash)
  const otherClients = Option.match(presented, {
    onNone: () => state.clients,
    onSome: ({ hash }) => HashMap.remove(state.clients, key(instanceId, hash))
  })
  return {
    ...state,
    clients: HashMap.set(otherClients, key(instanceId, clientHash), {
      id,
      knownTo: HashSet.add(knownTo, userId),
      expiresAt: clientExpiresAt
    }),
    sessions: HashMap.set(
      HashMap.filter(state.sessions, (stored) => !isHeldByIt(stored)),
      key(instanceId, tokenHash),
      { session, lastSeenAt: authenticatedAt, clientHash, clientExpiresAt }
    )
  }
}

const maySignIn = ({ credentialVersion, disabledAt }: User, checkedEpoch: number): boolean =>
  credentialVersion === checkedEpoch && Option.isNone(disabledAt)

/** The next state with the session in it; or the failure, and the state as it is. @since 0.1.0 */
export const issue = (
  state: MemoryState,
  grant: SessionGrant
): readonly [Either.Either<void, CredentialsChanged>, MemoryState] => {
  const { credentialVersion, instanceId, userId } = grant.session
  const user = HashMap.get(state.users, key(instanceId, userId))
  return Option.exists(user, (current) => maySignIn(current, credentialVersion))
    ? [Either.void, store(state, grant)]
    : [Either.left(new CredentialsChanged()), state]
}
