/**
 * A fast hasher for tests, which also counts its calls. **Never use it for real passwords**: it is one round of
 * SHA-256, which an attacker computes billions of times a second.
 */
import { createHash, randomBytes } from "node:crypto"
import { PasswordScheme } from "@latchkey/domain/account/PasswordScheme"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { PasswordHashRejected } from "@latchkey/domain/password/PasswordErrors"
import type { Password } from "@latchkey/domain/password/Password"
import { type HashingPlace, PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"

/** How often the hasher was called, for tests of what costs time. */
export class Calls extends Context.Tag("@latchkey/memory/InsecurePasswordHasher/Calls")<
  Calls,
  {
    /** Returns the number of calls of `hash`. */
    readonly hashed: Effect.Effect<number>
    /** Returns the number of calls of `verify`, including those against a dummy hash. */
    readonly verified: Effect.Effect<number>
  }
>() {}

const currentVersion = "1"
const currentScheme = PasswordScheme.make(`$insecure$v=${currentVersion}`)
const format = /^\$insecure\$v=([0-9]+)\$([0-9a-f]{32})\$([0-9a-f]{64})$/

const digest = (salt: string, password: Password): string =>
  createHash("sha256").update(salt).update(Redacted.value(password)).digest("hex")

const decode = Schema.decodeSync(PasswordHash)

const hash = (password: Password): PasswordHash => {
  const salt = randomBytes(16).toString("hex")
  return decode(`$insecure$v=${currentVersion}$${salt}$${digest(salt, password)}`)
}

const verify = (password: Password, stored: PasswordHash): Effect.Effect<boolean> => {
  const [, , salt, expected] = format.exec(Redacted.value(stored)) ?? []
  return salt === undefined
    ? Effect.as(Effect.logError("A stored password hash cannot be read"), false)
    : Effect.succeed(digest(salt, password) === expected)
}

const rewrite: (typeof PasswordHasher.Service)["rewrite"] = (foreign) =>
  format.test(Redacted.value(foreign))
    ? Either.right(Option.some(decode(Redacted.value(foreign))))
    : Either.left(new PasswordHashRejected({ reason: "unknown_format" }))

/**
 * Makes the hasher and its counters. It adopts only hashes that this hasher made, such as those of another version. It
 * never fails with `HasherOverloaded`, and its `speed` is invented: 1,000 divided by the version.
 */
export const make = Effect.gen(function* () {
  const hashed = yield* Ref.make(0)
  const verified = yield* Ref.make(0)
  const count = (calls: Ref.Ref<number>) => Ref.update(calls, (previous) => previous + 1)

  const place: HashingPlace = {
    hash: (password) =>
      Effect.zipRight(
        count(hashed),
        Effect.sync(() => hash(password))
      ),
    verify: (password, stored) =>
      Effect.zipRight(
        count(verified),
        Effect.suspend(() => verify(password, stored))
      )
  }
  const hasher = PasswordHasher.of({
    withPlace: (_, use) => use(place),
    ...place,
    needsRehash: (stored) => format.exec(Redacted.value(stored))?.[1] !== currentVersion,
    adopt: (foreign) => Effect.flatMap(rewrite(foreign), (rewritten) => Effect.orDie(rewritten)),
    rewrite,
    decoy: (scheme) =>
      Option.liftPredicate(`${scheme}$${"0".repeat(32)}$${"0".repeat(64)}`, (text) => format.test(text)).pipe(
        Option.map((text) => decode(text))
      ),
    scheme: currentScheme,
    // A version stands for a cost.
    speed: (scheme) => Effect.succeed(1000 / Math.max(1, Number(/v=([0-9]+)$/.exec(scheme)?.[1])))
  })
  return Context.make(PasswordHasher, hasher).pipe(
    Context.add(Calls, { hashed: Ref.get(hashed), verified: Ref.get(verified) })
  )
})

/** The hasher and its counters as a layer. For tests only. */
export const layer: Layer.Layer<PasswordHasher | Calls> = Layer.effectContext(make)
