import { assert, describe } from "@effect/vitest"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import * as RelyingParty from "@latchkey/domain/passkey/RelyingParty"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ann, instance, outcome, signedUp, storedUser, test } from "../support.ts"

const of = (fields: Parameters<typeof instance>[0]) =>
  Effect.map(PublicUrls, (urls) =>
    Option.getOrNull(Option.map(RelyingParty.of(urls, instance(fields)), ({ id, origins }) => [id, ...origins]))
  )

const by = { actor: "program" } as const

describe("RelyingParty.of", () => {
  test(
    "is the host of the public URL, with the exact origins within it",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* of({}), ["auth.example.com", "https://auth.example.com"])
      const hosts = ["login.acme.example", "www.login.acme.example", "other.example"]
      const origins = ["https://app.login.acme.example:8443", "https://evillogin.acme.example", "https://acme.example"]
      assert.deepStrictEqual(yield* of({ hosts, origins }), [
        "login.acme.example",
        "https://login.acme.example",
        "https://www.login.acme.example",
        "https://app.login.acme.example:8443"
      ])
    })
  )

  test(
    "is the RP ID that is set, if the host is within it, and none otherwise or with an IP address",
    Effect.gen(function* () {
      const hosts = ["login.acme.example"]
      assert.deepStrictEqual(yield* of({ hosts, passkeyConfig: { rpId: "acme.example" } }), [
        "acme.example",
        "https://login.acme.example"
      ])
      for (const rpId of ["other.example", "cme.example", "app.login.acme.example"]) {
        assert.isNull(yield* of({ hosts, passkeyConfig: { rpId } }))
      }
      assert.isNull(yield* of({ hosts: ["192.0.2.1"] }))
      assert.isNull(yield* of({ hosts: ["[2001:db8::1]"] }))
    })
  )
})

describe("Changing the RP ID", () => {
  const administration = Effect.map(
    InstanceAdministration,
    ({ update }) =>
      (patch: Partial<Instance>) =>
        outcome(update(defaultId, patch as never, by))
  )

  test(
    "is refused while a user has a passkey for another one, by itself and with the first host",
    Effect.gen(function* () {
      yield* signedUp
      const user = Option.getOrThrow(yield* storedUser(ann))
      const update = yield* administration
      yield* Samples.storedPasskey(user, { rpId: "auth.example.com" })
      assert.strictEqual(yield* update({ passkeyConfig: { rpId: "example.com" } }), "PasskeyRpIdInUse")
      assert.strictEqual(yield* update({ hosts: ["login.acme.example"] }), "PasskeyRpIdInUse")
      assert.strictEqual(yield* update({ name: "Acme" }), "ok")
      assert.strictEqual(yield* update({ hosts: ["auth.example.com", "login.acme.example"] }), "ok")
      assert.strictEqual(yield* update({ passkeyConfig: { rpId: "auth.example.com" } }), "ok")
    })
  )

  test(
    "is possible without passkeys, to an RP ID that pages of the instance can use",
    Effect.gen(function* () {
      const update = yield* administration
      assert.strictEqual(yield* update({ passkeyConfig: { rpId: "other.example" } }), "PasskeyRpIdImpossible")
      assert.strictEqual(yield* update({ passkeyConfig: { rpId: "example.com" } }), "ok")
      assert.strictEqual(yield* update({ hosts: ["login.acme.example"] }), "PasskeyRpIdImpossible")
    })
  )
})
