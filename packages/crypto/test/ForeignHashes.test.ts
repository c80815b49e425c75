import { assert, describe, it } from "@effect/vitest"
import { assertNone } from "@effect/vitest/utils"
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { fast, firebase, slow, slowest } from "@latchkey/test-support/foreignHashes"
import { anyCaller, password } from "./support/password.ts"
import { assertSimilar, patient, processorTimes } from "./support/processorTimes.ts"

const vectors = [...slow, ...fast]

const adopted = (text: string) =>
  Effect.flatMap(PasswordHasher, ({ adopt }) => adopt(ForeignHash.make(text), anyCaller))

const verified = (right: string, hash: PasswordHash) =>
  Effect.flatMap(PasswordHasher, ({ verify }) => verify(password(right), hash, anyCaller))

const stored = (text: string): PasswordHash => Schema.decodeSync(PasswordHash)(text)

describe("A hash of another system", () => {
  it.layer(Argon2PasswordHasher.layer)((it) => {
    it.effect.each(vectors)(
      "accepts the password that it was made of, and no other: $what",
      ({ right, scheme, text }) =>
        Effect.gen(function* () {
          const hash = yield* adopted(text)
          assert.strictEqual<string>(PasswordScheme.ofHash(hash), scheme)
          assert.isTrue(yield* verified(right, hash))
          assert.isFalse(yield* verified(`x${right.slice(1)}`, hash))
        })
    )

    it.effect.each(slowest)("accepts the password that it was made of: $what", ({ right, scheme, text }) =>
      Effect.gen(function* () {
        const hash = yield* adopted(text)
        assert.strictEqual<string>(PasswordScheme.ofHash(hash), scheme)
        assert.isTrue(yield* verified(right, hash))
      })
    )

    it.effect.each(vectors)("is replaced at the first sign-in: $what", ({ text }) =>
      Effect.gen(function* () {
        const { needsRehash } = yield* PasswordHasher
        assert.isTrue(needsRehash(yield* adopted(text)))
      })
    )

    it.effect.each(slow)("can be adopted again as it is stored: $what", ({ text }) =>
      Effect.gen(function* () {
        const hash = yield* adopted(text)
        assert.strictEqual(Redacted.value(yield* adopted(Redacted.value(hash))), Redacted.value(hash))
      })
    )

    it.effect.each(vectors)("has a decoy of the same scheme that no password opens: $what", ({ right, text }) =>
      Effect.gen(function* () {
        const { decoy } = yield* PasswordHasher
        const scheme = PasswordScheme.ofHash(yield* adopted(text))
        const hash = Option.getOrThrow(decoy(scheme))
        assert.strictEqual<string>(PasswordScheme.ofHash(hash), scheme)
        const lines: Array<string> = []
        const logger = Logger.add(Logger.map(Logger.logfmtLogger, (line) => void lines.push(line)))
        assert.isFalse(yield* Effect.provide(verified(right, hash), logger))
        assert.deepStrictEqual(lines, [])
      })
    )

    it.effect.each(slow)("is rewritten to what is adopted, without hashing: $what", ({ text }) =>
      Effect.gen(function* () {
        const { rewrite } = yield* PasswordHasher
        const rewritten = Option.getOrThrow(yield* rewrite(ForeignHash.make(text)))
        assert.strictEqual(Redacted.value(rewritten), Redacted.value(yield* adopted(text)))
      })
    )

    it.effect.each(fast)("is not rewritten, because it needs hashing: $what", ({ text }) =>
      Effect.gen(function* () {
        const { rewrite } = yield* PasswordHasher
        assertNone(yield* rewrite(ForeignHash.make(text)))
      })
    )

    it.effect.each([
      ["$1$salt$hash", "unknown_format"],
      ["$2b$12$short", "malformed"],
      ["$2b$31$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm", "too_expensive"]
    ] as const)("is rejected by rewrite as by adopt: %s", ([text, reason]) =>
      Effect.gen(function* () {
        const { rewrite } = yield* PasswordHasher
        assert.strictEqual((yield* Effect.flip(rewrite(ForeignHash.make(text)))).reason, reason)
        const rejected = yield* Effect.flip(adopted(text))
        assert.strictEqual("reason" in rejected && rejected.reason, reason)
      })
    )

    it.effect.each(fast)("is not stored as it is: $what", ({ text }) =>
      Effect.gen(function* () {
        const [one, other] = [yield* adopted(text), yield* adopted(text)]
        assert.notStrictEqual(Redacted.value(one), Redacted.value(other))
        const digest = text.replace(/^.*[$}]/, "")
        for (const part of [digest, Buffer.from(digest, "base64").toString("base64"), digest.toLowerCase()]) {
          assert.notInclude(Redacted.value(one), part.replace(/=+$/, ""))
        }
        // As it is stored, it is adopted without hashing.
        assert.strictEqual(Redacted.value(yield* adopted(Redacted.value(one))), Redacted.value(one))
      })
    )

    // As a Vietnamese keyboard types it on Windows: neither NFC nor NFD.
    const typed = "m\u00ea\u0323t kh\u00e2\u0309u"
    const digestOf = (text: string) =>
      Effect.promise(async () => {
        const { createHash } = await import("node:crypto")
        return createHash("sha256").update(text).digest("hex")
      })

    it.effect("accepts the text as it was typed, and its NFC", () =>
      Effect.gen(function* () {
        assert.notStrictEqual(typed, typed.normalize("NFC"))
        assert.notStrictEqual(typed, typed.normalize("NFD"))
        for (const text of [typed, typed.normalize("NFC")]) {
          const hash = yield* adopted(yield* digestOf(text))
          assert.isTrue(yield* verified(typed, hash))
        }
        const ofNfd = yield* adopted(yield* digestOf(typed.normalize("NFD")))
        assert.isFalse(yield* verified(typed, ofNfd))
      })
    )

    it.effect("of Argon2id with the current parameters accepts the text as it was typed", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const { hashSync } = yield* Effect.promise(() => import("@node-rs/argon2"))
        const phc = hashSync(typed, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
        assert.isFalse(yield* hasher.verify(password(typed), stored(phc), anyCaller))
        assert.isTrue(yield* verified(typed, yield* adopted(phc)))
      })
    )
  })
})

/** A malformed text for each form, and what is close to one. */
const malformed = [
  "$argon2id$",
  "$argon2id$v=19$m=4096,t=3,p=1$cmFuZG9tc2FsdGlzaGFyZA",
  "$argon2id$v=18$m=4096,t=3,p=1$cmFuZG9tc2FsdGlzaGFyZA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU",
  "$argon2id$v=19$m=4096,t=0,p=1$cmFuZG9tc2FsdGlzaGFyZA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU",
  "$argon2id$v=19$m=7,t=3,p=1$cmFuZG9tc2FsdGlzaGFyZA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU",
  "$argon2id$v=19$m=4096,t=3,p=1,keyid=AA$cmFuZG9tc2FsdGlzaGFyZA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU",
  "$argon2id$v=19$m=4096,t=3,p=1$cmFuZG9tc2FsdGlzaGFyZB$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU",
  "$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU",
  "$argon2id$v=19$m=4096,t=3,p=1$cmFuZG9tc2FsdGlzaGFyZA$ !",
  "argon2$argon2id$v=19",
  "$2b$12$",
  "$2b$03$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
  "$2b$32$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
  "$2b$12$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lw",
  "$2b$12$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6l+m",
  "bcrypt$2b$12$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
  "bcrypt_sha256$$2b$12$",
  "$scrypt$ln=14,r=8$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
  "$scrypt$ln=0,r=8,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
  "$scrypt$ln=14,r=8,p=1$AAAA$AAAA",
  "scrypt$16383$seasalt$8$1$AAAAAAAAAAAAAAAAAAAAAA==",
  "scrypt$16384$$8$1$AAAAAAAAAAAAAAAAAAAAAA==",
  "scrypt:32768:8$salt$00",
  "scrypt:32768:8:1$salt$xyz",
  "81b1737964a6b226ad3d9df3ef271139:155571db",
  "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
  "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=AAAA$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
  "$firebasescrypt$ln=14,r=8$AAAA",
  "$pbkdf2-sha256$0$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
  "$pbkdf2-sha256$-5$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
  "$pbkdf2-sha256$i=1000,l=32$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
  "pbkdf2_sha256$1000$salt",
  "pbkdf2:sha256$salt$00",
  "md5$salt$e26b81ee49cdfc3565bc044bca8ab00",
  "sha1$salt$7dd32a78de7cba631977474cca3ad09324634639$more",
  "{SSHA}zkbpMJnJm26pSNwLH8VN1EHqa/w=",
  "{SHA}yxWZXy/5ITWPd3Lvedk7yUASFfBzYWx0",
  "{SSHA}~~~~",
  "$latchkey$",
  "$latchkey$typed$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  "$latchkey$rot13$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  "$latchkey$md5-salt-first$argon2id$v=19$m=4096,t=3,p=1$cmFuZG9tc2FsdGlzaGFyZA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU"
]

const unknown = [
  "",
  " ",
  "password",
  "$1$salt$qJH7.N4xYta3aEG/dfqo/0",
  "$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  "$6$rounds=5000$salt$hash",
  "$argon3$v=19",
  "{CRYPT}$1$salt$qJH7",
  "12307c065041e1cd98dae8d2b5be878",
  "crypt$$azcYlDnVM",
  "!",
  "\0",
  "0".repeat(1_048_576),
  `$2b$12$${"a".repeat(1_048_576)}`,
  `$argon2id$v=19$m=4096,t=3,p=1$${"A".repeat(1_048_576)}$A`
]

const end = "cmFuZG9tc2FsdGlzaGFyZA$DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU"
const hex64 = "0".repeat(64)

const tooExpensive = [
  `$argon2id$v=19$m=262145,t=1,p=1$${end}`,
  `$argon2id$v=19$m=4294967295,t=1,p=1$${end}`,
  `$argon2id$v=19$m=19456,t=17,p=1$${end}`,
  `$argon2id$v=19$m=262144,t=9,p=1$${end}`,
  `$argon2i$v=19$m=19456,t=2,p=17$${end}`,
  "$2b$15$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
  "$2b$31$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
  `$scrypt$ln=18,r=1,p=1$${end}`,
  `$scrypt$ln=17,r=17,p=1$${end}`,
  `$scrypt$ln=1,r=1,p=9999999999$${end}`,
  // RFC 7914, 12: 1 GiB.
  "scrypt:1048576:8:1$SodiumChloride$2101cb9b6a511aaeaddbbe09cf70f881ec568d574a2ffd4dabe5ee9820adaa478e56fd8f4ba5d09ffa1c6d927c40f4c337304049e8a952fbcbf45c6fa77a41a4",
  `$fbscrypt$v=1,n=18,r=8,p=1,ss=Bw==,sk=${firebase.key}$${firebase.salt}$${firebase.hash}`,
  `$pbkdf2-sha256$2000001$${end}`,
  `pbkdf2:sha1:1000001$salt$${hex64}`,
  `pbkdf2:sha256:9999999999$salt$${hex64}`
]

describe("PasswordHasher.adopt", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1 }))((it) => {
    const reasonOf = (text: string) =>
      Effect.map(Effect.either(adopted(text)), (result) =>
        Either.match(result, {
          onLeft: (error) => (error._tag === "PasswordHashRejected" ? error.reason : error._tag),
          onRight: () => "adopted"
        })
      )

    it.effect("of Argon2 may have padded base64, and its parameters in any order", () =>
      Effect.gen(function* () {
        const [salt, digest] = ["cmFuZG9tc2FsdGlzaGFyZA", "DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU"]
        const usual = yield* adopted(`$argon2id$v=19$m=4096,t=3,p=1$${salt}$${digest}`)
        for (const text of [
          `$argon2id$v=19$t=3,m=4096,p=1$${salt}==$${digest}=`,
          `$argon2id$v=19$p=1,t=3,m=4096$${salt}$${digest}=`
        ])
          assert.strictEqual(Redacted.value(yield* adopted(text)), Redacted.value(usual))
        for (const text of [`m=4096,m=4096,p=1$${salt}`, `m=4096,t=3$${salt}`, `m=4096,t=3,p=1$${salt}===`])
          assert.strictEqual(yield* reasonOf(`$argon2id$v=19$${text}$${digest}`), "malformed")
      })
    )

    it.effect.each(malformed)("rejects a malformed hash: %s", (text) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(text), "malformed")
      })
    )

    it.effect("rejects what has no known form, also a megabyte of it", () =>
      Effect.gen(function* () {
        for (const text of unknown) assert.strictEqual(yield* reasonOf(text), "unknown_format", text.slice(0, 40))
      })
    )

    it.effect.each(tooExpensive)("rejects a hash that costs too much: %s", (text) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(text), "too_expensive")
      })
    )

    it.effect("adopts hashes of exactly the most that is allowed", () =>
      Effect.gen(function* () {
        for (const text of [
          `$argon2id$v=19$m=262144,t=8,p=1$${end}`,
          `$argon2id$v=19$m=131072,t=16,p=16$${end}`,
          "$2b$14$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
          `$scrypt$ln=17,r=16,p=1$${end}`,
          `$pbkdf2-sha256$2000000$${end}`
        ]) {
          assert.strictEqual(yield* reasonOf(text), "adopted", text)
        }
      })
    )

    it.effect("does not name the hash in its error", () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(adopted("$2b$12$secret"))
        assert.notInclude(JSON.stringify(error) + String(error), "secret")
      })
    )
  })

  it.effect("fails with HasherOverloaded for a fast hash if the queue is full, and still adopts a slow one", () =>
    Effect.gen(function* () {
      const { withPlace } = yield* PasswordHasher
      const outcome = yield* withPlace(anyCaller, () => Effect.either(adopted("12307c065041e1cd98dae8d2b5be878f")))
      assert.strictEqual(Either.flip(outcome).pipe(Either.getOrThrow)._tag, "HasherOverloaded")
      yield* withPlace(anyCaller, () => adopted(`$scrypt$ln=14,r=8,p=1$${end}`))
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1, queueCapacity: 0 })))
  )
})

describe("A stored hash of another system that may not be verified", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1 }))((it) => {
    it.effect("is none that the hasher has wrapped, however expensive its parameters are", () =>
      Effect.gen(function* () {
        const { decoy } = yield* PasswordHasher
        const scheme = PasswordScheme.PasswordScheme.make("$latchkey$md5$argon2id$v=19$m=262144,t=16,p=1")
        assert.isTrue(Option.isSome(decoy(scheme)))
      })
    )

    it.effect("matches no password and has no decoy", () =>
      Effect.gen(function* () {
        const { decoy } = yield* PasswordHasher
        for (const text of ["$2b$31$", "$scrypt$ln=20,r=8,p=1$", "$pbkdf2-sha256$i=9999999,l=32$", "$unknown$x=1$"]) {
          const hash = stored(text.startsWith("$2b") ? text + ".".repeat(53) : text + end)
          assert.isFalse(yield* Effect.provide(verified("password", hash), Logger.minimumLogLevel(LogLevel.None)))
          assertNone(decoy(PasswordScheme.ofHash(hash)))
        }
      })
    )
  })
})

/** One hash for each function, each of some tens of milliseconds. */
const costly = {
  argon2i: `$argon2i$v=19$m=19456,t=3,p=1$${end}`,
  bcrypt: "$2b$08$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
  bcryptSha256: "$latchkey$sha256$2b$08$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
  pbkdf2Sha1: "pbkdf2_sha1$80000$salt$MlZJgmqPs+lk0AMfA6Kb464vQO4=",
  pbkdf2OfTwoBlocks: `pbkdf2:sha256:60000$salt$${hex64}${hex64}`,
  scrypt: `$scrypt$ln=14,r=8,p=1$${end}`,
  firebase: `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${firebase.key}$${firebase.salt}$${firebase.hash}`,
  wrapped: "sha1$salt$18b05744640237f098309183cdc9275a04ddacdd"
}

describe("Verifying a decoy", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1 }))((it) => {
    it.effect.each(Object.entries(costly))(
      "takes as long as a hash of its scheme: %s",
      ([, text]) =>
        Effect.gen(function* () {
          const { decoy } = yield* PasswordHasher
          const account = yield* adopted(text)
          const other = Option.getOrThrow(decoy(PasswordScheme.ofHash(account)))
          assertSimilar(yield* processorTimes({ account, decoy: other }))
        }),
      patient
    )
  })
})

describe("PasswordScheme", () => {
  it("is what precedes salt and digest", () => {
    assert.strictEqual(
      PasswordScheme.ofHash(stored("$2b$12$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm")),
      "$2b$12"
    )
    assert.strictEqual<string>(
      PasswordScheme.ofHash(stored(`$argon2id$v=19$m=1,t=2,p=3$${end}`)),
      "$argon2id$v=19$m=1,t=2,p=3"
    )
    assert.strictEqual<string>(PasswordScheme.ofHash(stored("")), "")
  })
})
