/** The keys that sign access tokens: made when they are needed, and replaced in time. */
import * as Arr from "effect/Array"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as AppPart from "../core/AppPart.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import { SecretKeys, type StoredSecrets } from "../core/SecretKeys.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import { InstanceRepository } from "../instance/InstanceRepository.ts"
import { AccessTokensDisabled } from "./AccessTokenErrors.ts"
import * as KeyRing from "./KeyRing.ts"
import { SigningKey, SigningKeyRepository } from "./SigningKeyRepository.ts"
import * as TokenSigner from "./TokenSigner.ts"

/** When a new key signs: at once, or once it was published for a day. */
export type Urgency = "immediately" | "after_publication"

/** The service that has the signing keys. */
export class SigningKeys extends Context.Tag("@latchkey/domain/SigningKeys")<
  SigningKeys,
  {
    /**
     * Returns the key that signs now. Makes the first one, and the next one a day before it is due. Costs a query in
     * ten seconds for each instance.
     */
    readonly current: (
      instanceId: InstanceId
    ) => Effect.Effect<TokenSigner.Sign, AccessTokensDisabled | PersistenceError>

    /**
     * Returns the keys that APIs need, newest first: none for an instance without audiences. Costs a query, so that an
     * API gets each key that any process signs with.
     */
    readonly published: (instance: Instance) => Effect.Effect<ReadonlyArray<SigningKey>, PersistenceError>

    /**
     * Returns the published key that a token names. Costs as much as `current`, and a query for ids that this process
     * does not know, at most once a second for each instance.
     */
    readonly find: (instance: Instance, keyId: string) => Effect.Effect<Option.Option<SigningKey>, PersistenceError>

    /** Creates the next key. `immediately` is for a key that others may know: APIs then have to fetch keys again. */
    readonly rotate: (
      instanceId: InstanceId,
      urgency: Urgency
    ) => Effect.Effect<SigningKey, AccessTokensDisabled | PersistenceError>
  }
>() {}

const use = "signing_key"

/** What is stored encrypted: the keys that sign, now or later. Those that signed before are only published. */
export const stored = Effect.map(
  Effect.all([InstanceRepository, SigningKeyRepository]),
  ([instances, keys]): StoredSecrets => ({
    use,
    name: "signing key",
    count: Effect.fnUntraced(function* (keyId) {
      const now = yield* DateTime.now
      const ofEach = yield* Effect.forEach(yield* instances.list, ({ id }) => keys.list(id))
      return ofEach
        .flatMap((all) => {
          const signing = Option.match(KeyRing.signing(all, now), { onNone: () => 0, onSome: ({ number }) => number })
          return all.filter(({ number }) => number >= signing)
        })
        .filter(({ privateKey }) => privateKey.keyId === keyId).length
    })
  })
)

/** Ten seconds: how long a process uses keys before it reads them again. */
const cacheLifetime = Duration.seconds(10)

/** A second: how often a process looks for keys that it does not know, however many tokens name one. */
const searchInterval = Duration.seconds(1)

/** Makes a cache that keeps what it has looked up for a time, and failures not at all. */
const cacheFor = <A, E>(lifetime: Duration.Duration, lookup: (instanceId: InstanceId) => Effect.Effect<A, E>) =>
  Cache.makeWith({
    capacity: 10_000,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? lifetime : Duration.zero),
    lookup
  })

/** Makes the service. */
export const make = Effect.gen(function* () {
  const secrets = yield* AppPart.read(SecretKeys)
  const signer = yield* AppPart.read(TokenSigner.TokenSigner)
  const stored = yield* SigningKeyRepository
  const newestNumbers = new Map<InstanceId, number>()

  const sealOf = (instanceId: InstanceId, id: string) => ({ use, context: `${instanceId} ${id}` })
  const open = ({ id, instanceId, privateKey }: SigningKey) => secrets.open(sealOf(instanceId, id), privateKey)
  const signOf = (key: SigningKey) => Option.map(open(key), (privateKey) => signer.prepare({ id: key.id, privateKey }))
  const isOfCurrentSecret = ({ privateKey }: SigningKey) => Option.contains(secrets.currentKeyId(use), privateKey.keyId)

  /** Creates a key. Returns `None` if another process has created the one with that number. */
  const create = Effect.fnUntraced(function* (instanceId: InstanceId, number: number, activeFrom: DateTime.Utc) {
    if (!signer.isAvailable || !secrets.isConfigured) return yield* new AccessTokensDisabled()
    const { id, privateKey: openKey, publicKey } = yield* signer.generate
    const privateKey = Option.getOrThrow(secrets.seal(sealOf(instanceId, id), openKey))
    const createdAt = yield* DateTime.now
    const key = new SigningKey({ instanceId, number, id, publicKey, privateKey, createdAt, activeFrom })
    return (yield* stored.insert(key)) ? Option.some(key) : Option.none()
  })

  const withNext = (instanceId: InstanceId, number: number, activeFrom: DateTime.Utc) =>
    Effect.zipRight(create(instanceId, number, activeFrom), stored.list(instanceId))

  /** Returns the number of the newest key that this process knows, if the store has only older ones. */
  const lostNumber = (instanceId: InstanceId, [newest]: ReadonlyArray<SigningKey>) => {
    const former = newestNumbers.get(instanceId) ?? 0
    const number = newest?.number ?? 0
    newestNumbers.set(instanceId, Math.max(former, number))
    return number < former ? Option.some(former) : Option.none()
  }

  /** Creates the key that is due, if one is. */
  const completed = Effect.fnUntraced(function* (instanceId: InstanceId, keys: ReadonlyArray<SigningKey>) {
    const now = yield* DateTime.now
    const [newest] = keys
    const lost = lostNumber(instanceId, keys)
    if (Option.isSome(lost)) {
      yield* Effect.annotateLogs(
        Effect.logWarning("The signing keys of an instance are older than before: was a backup restored?"),
        { instance: instanceId }
      )
      return yield* withNext(instanceId, lost.value + 1, now)
    }
    if (newest === undefined || Option.isNone(Option.flatMap(KeyRing.signing(keys, now), open))) {
      return yield* withNext(instanceId, (newest?.number ?? 0) + 1, now)
    }
    const isDue = Option.exists(KeyRing.nextDueAt(keys), DateTime.lessThanOrEqualTo(now))
    // A process that does not have the newest server key yet leaves keys of others alone.
    const isOfFormerSecret = !isOfCurrentSecret(newest) && Option.isSome(open(newest))
    if (!isDue && !isOfFormerSecret) return keys
    return yield* withNext(instanceId, newest.number + 1, DateTime.addDuration(now, KeyRing.publicationLead))
  })

  const withoutOutdated = Effect.fnUntraced(function* (instanceId: InstanceId, keys: ReadonlyArray<SigningKey>) {
    const outdated = KeyRing.outdated(keys, yield* DateTime.now)
    if (Option.isSome(outdated)) yield* stored.deleteUpTo(instanceId, outdated.value.number)
  })

  const read = (instanceId: InstanceId) =>
    stored.list(instanceId).pipe(
      Effect.flatMap((keys) => completed(instanceId, keys)),
      Effect.tap((keys) => withoutOutdated(instanceId, keys)),
      traced("SigningKeys.read")
    )

  const cache = yield* cacheFor(cacheLifetime, (instanceId) =>
    Effect.map(read(instanceId), (keys) => ({ keys, signers: new Map(keys.map((key) => [key.id, signOf(key)])) }))
  )
  const searches = yield* cacheFor(searchInterval, read)

  // A client that disconnects must not interrupt it for the others who wait for the same keys.
  const known = (instanceId: InstanceId) => Effect.uninterruptible(cache.get(instanceId))
  const search = (instanceId: InstanceId) => Effect.uninterruptible(searches.get(instanceId))

  const current: (typeof SigningKeys.Service)["current"] = Effect.fnUntraced(function* (instanceId) {
    const { keys, signers } = yield* known(instanceId)
    const key = KeyRing.signing(keys, yield* DateTime.now)
    const sign = Option.flatMap(key, ({ id }) => Option.flatten(Option.fromNullable(signers.get(id))))
    return yield* Effect.mapError(sign, () => new AccessTokensDisabled())
  })

  const published: (typeof SigningKeys.Service)["published"] = Effect.fnUntraced(
    function* ({ id, tokenConfig }) {
      if (tokenConfig.audiences.length === 0) return []
      return KeyRing.published(yield* read(id), yield* DateTime.now)
    },
    Effect.catchTag("AccessTokensDisabled", () => Effect.succeed([])),
    traced("SigningKeys.published")
  )

  const find: (typeof SigningKeys.Service)["find"] = Effect.fnUntraced(
    function* ({ id: instanceId, tokenConfig }, keyId) {
      if (tokenConfig.audiences.length === 0) return Option.none()
      const now = yield* DateTime.now
      const among = (keys: ReadonlyArray<SigningKey>) =>
        Arr.findFirst(KeyRing.published(keys, now), ({ id }) => id === keyId)
      const found = among((yield* known(instanceId)).keys)
      return Option.isSome(found) ? found : among(yield* search(instanceId))
    },
    Effect.catchTag("AccessTokensDisabled", () => Effect.succeedNone),
    traced("SigningKeys.find")
  )

  const rotate: (typeof SigningKeys.Service)["rotate"] = Effect.fnUntraced(function* (instanceId, urgency) {
    const now = yield* DateTime.now
    const activeFrom = urgency === "immediately" ? now : DateTime.addDuration(now, KeyRing.publicationLead)
    const { value } = yield* stored.list(instanceId).pipe(
      Effect.flatMap(([newest]) => create(instanceId, (newest?.number ?? 0) + 1, activeFrom)),
      Effect.repeat({ until: Option.isSome<SigningKey> })
    )
    yield* cache.invalidate(instanceId)
    return value
  }, traced("SigningKeys.rotate"))

  return SigningKeys.of({ current, published, find, rotate })
})

/** The service as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SigningKeys, make)
