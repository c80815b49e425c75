import { assert, describe, it } from "@effect/vitest"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as AuthenticationMethods from "@latchkey/domain/instance/AuthenticationMethods"
import * as ConstantInstance from "@latchkey/domain/instance/ConstantInstance"
import * as IdentityProvider from "@latchkey/domain/instance/IdentityProvider"
import { defaultInstance, defaults, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory, layer } from "@latchkey/domain/instance/InstanceDirectory"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Password from "@latchkey/domain/password/Room"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { areSame } from "../support.ts"

type Instances = Layer.Layer<InstanceRepository, ConstantInstance.InvalidInstances>

// Merged after a store that has an instance repository.
const directory = (instances: Instances) =>
  layer.pipe(
    Layer.provide(Layer.merge(Memory.layer, instances)),
    Layer.provide([AuthenticationMethods.layer(Password.methods), MemoryIdGenerator.layer])
  )

const notes = ConstantInstance.layer({ id: "notes", name: "Notes" })
const shop = { id: "shop", name: "Shop", hosts: ["shop.example.com", "www.shop.example.com"] }
const blog = { id: "blog", name: "Blog", hosts: ["blog.example.com"] }
const idOf = InstanceId.make

/** Returns the problems with which the layer fails. */
const problemsOf = (instances: Instances) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(instances))), ({ message }) => {
    const [first, ...problems] = message.split("\n  ")
    assert.strictEqual(first, "The instances defined in code are not valid:")
    return problems
  })

describe("ConstantInstance.layer", () => {
  it.effect("serves the instance at every host, and no other instance", () =>
    Effect.gen(function* () {
      const { findByHost, get, list } = yield* InstanceDirectory
      const instance = yield* get(idOf("notes"))
      assert.strictEqual(instance.name, "Notes")
      assert.strictEqual(yield* findByHost("notes.example.com"), instance)
      assert.strictEqual(yield* findByHost(""), instance)
      assert.deepStrictEqual(yield* list, [instance])
      assert.strictEqual((yield* Effect.flip(get(defaultInstance.id)))._tag, "InstanceNotFound")
    }).pipe(Effect.provide(directory(notes)))
  )

  it.effect("fails with InstancesInCode to create, to change and to delete instances, and says where they are", () =>
    Effect.gen(function* () {
      const { findByHost, update, create, delete: remove } = yield* InstanceDirectory
      const changes: ReadonlyArray<Effect.Effect<unknown, object>> = [
        update(idOf("notes"), { name: "Other" }),
        create({ name: "Other" }),
        remove(idOf("notes"))
      ]
      for (const change of changes) {
        assert.deepInclude(yield* Effect.flip(change), {
          _tag: "InstancesInCode",
          errors: [
            { field: "instance", reason: "is defined in the code of the app: change it there, and start the app again" }
          ]
        })
      }
      assert.strictEqual((yield* Effect.flip(update(defaultInstance.id, { name: "Other" })))._tag, "InstanceNotFound")
      assert.strictEqual((yield* findByHost("any")).name, "Notes")
    }).pipe(Effect.provide(directory(notes)))
  )

  it.effect("is the default instance except for what is given", () =>
    Effect.gen(function* () {
      const { get } = yield* InstanceDirectory
      const expected = new Instance({ ...defaultInstance, name: "Notes" })
      assert.isTrue(areSame(yield* get(defaultInstance.id), expected))
    }).pipe(Effect.provide(directory(ConstantInstance.layer({ name: "Notes" }))))
  )

  const passwordPolicy = { minLength: 12 }

  it.effect("applies the password policy without any plan", () =>
    Effect.gen(function* () {
      const { findByHost } = yield* InstanceDirectory
      assert.strictEqual((yield* findByHost("any")).passwordPolicy.minLength, 12)
    }).pipe(Effect.provide(directory(ConstantInstance.layer({ name: "Notes", sessionConfig: { passwordPolicy } }))))
  )

  it.effect("applies the password policy of an `Instance`, too, whatever its plan", () => {
    const whole = new Instance({
      ...defaults,
      id: defaultInstance.id,
      name: "Notes",
      sessionConfig: {
        ...defaults.sessionConfig,
        passwordPolicy: { ...defaults.sessionConfig.passwordPolicy, ...passwordPolicy }
      }
    })
    assert.isFalse(whole.isAllowedByPlan)
    return Effect.gen(function* () {
      const { findByHost } = yield* InstanceDirectory
      assert.strictEqual((yield* findByHost("any")).passwordPolicy.minLength, 12)
    }).pipe(Effect.provide(directory(ConstantInstance.layer(whole))))
  })

  it.effect("fails with every wrong setting, by name", () =>
    Effect.gen(function* () {
      const settings = { id: "My shop", name: "", hosts: ["https://shop.example.com"], passwordPolicy }
      const problems = yield* problemsOf(ConstantInstance.layer(settings))
      assert.lengthOf(problems, 4)
      assert.include(problems.join("\n"), 'Instance "My shop", id: must be 1 to 32 lower-case letters')
      assert.include(problems.join("\n"), 'Instance "My shop", name: must be 1 to 100 characters')
      assert.include(problems.join("\n"), 'Instance "My shop", hosts.0: must be a host name')
      assert.include(problems.join("\n"), 'Instance "My shop", passwordPolicy: is unexpected')
      const locked = { name: "A", authConfig: { magic_link: false }, sessionConfig: { requireVerifiedEmail: true } }
      assert.deepStrictEqual(yield* problemsOf(ConstantInstance.layer(locked)), [
        'Instance "default" requires a verified email address, but magic links are turned off'
      ])
      const without = { name: "A", authConfig: { password: false, magic_link: false } }
      assert.deepStrictEqual(yield* problemsOf(ConstantInstance.layer(without)), [
        'Instance "default" has every sign-in method turned off'
      ])
    })
  )
})

describe("ConstantInstance.layer with identity providers", () => {
  const secret = "GOCSPX-not-encrypted"
  const clientSecret = Redacted.make(secret)
  const google = IdentityProvider.google({ clientId: "latchkey", clientSecret })
  const onlyProviders = { name: "Notes", authConfig: { password: false, magic_link: false } }
  const everyMethodOff = ['Instance "default" has every sign-in method turned off']

  it("fills in the defaults of each kind, and what differs counts", () => {
    const client = { clientId: "latchkey", clientSecret }
    const acme = { id: "acme", name: "Acme", issuer: "https://id.acme.example" }
    const all = [
      IdentityProvider.google(client),
      IdentityProvider.microsoft(client),
      IdentityProvider.apple({ ...client, apple: { teamId: "A1B2C3D4E5", keyId: "F6G7H8I9J0" } }),
      IdentityProvider.github({ ...client, name: "Our GitHub", emailTrust: "never" }),
      IdentityProvider.oidc({ ...client, ...acme })
    ]
    assert.deepStrictEqual(Schema.validateSync(IdentityProvider.IdentityProviders)(all), all)
    assert.deepStrictEqual(
      all.map(({ emailTrust, id, issuer, kind, name }) => [id, kind, name, issuer, emailTrust].join(" ")),
      [
        "google google Google https://accounts.google.com authoritative",
        "microsoft microsoft Microsoft https://login.microsoftonline.com/{tenantid}/v2.0 authoritative",
        "apple apple Apple https://appleid.apple.com authoritative",
        "github github Our GitHub https://github.com never",
        "acme oidc Acme https://id.acme.example never"
      ]
    )
    assert.isTrue(all.every(({ enabled, trustsMfa }) => enabled && !trustsMfa))
  })

  it.effect("has them with their secrets as they are, none by default, and those of an `Instance`, too", () =>
    Effect.gen(function* () {
      const providersOf = (settings: ConstantInstance.ConstantSettings) =>
        InstanceDirectory.pipe(
          Effect.flatMap(({ findByHost }) => findByHost("any")),
          Effect.map(({ identityProviders }) => identityProviders),
          Effect.provide(directory(ConstantInstance.layer(settings)))
        )
      const whole = new Instance({ ...defaultInstance, identityProviders: [google] })
      for (const settings of [{ name: "Notes", identityProviders: [google] }, whole]) {
        const [found] = yield* providersOf(settings)
        assert.strictEqual(found?.id, "google")
        assert.isTrue(areSame(found?.clientSecret, clientSecret))
      }
      assert.deepStrictEqual(yield* providersOf({ name: "Notes" }), [])
    })
  )

  it.effect("can turn every other method off only while one of them is enabled", () =>
    Effect.gen(function* () {
      const withProviders = (enabled: ReadonlyArray<boolean>) =>
        ConstantInstance.layer({
          ...onlyProviders,
          identityProviders: enabled.map((isEnabled, index) => ({
            ...google,
            id: `provider-${index}`,
            issuer: `https://${index}.example.com`,
            enabled: isEnabled
          }))
        })
      yield* Effect.scoped(Layer.build(withProviders([false, true])))
      assert.deepStrictEqual(yield* problemsOf(withProviders([false, false])), everyMethodOff)
      assert.deepStrictEqual(yield* problemsOf(withProviders([])), everyMethodOff)
    })
  )

  it.effect("fails with every wrong field, by name, and never shows a secret", () =>
    Effect.gen(function* () {
      const problems = yield* problemsOf(
        ConstantInstance.layer({
          name: "Notes",
          identityProviders: [{ ...google, issuer: "accounts.google.com", clientSecret: secret as never }]
        })
      )
      assert.deepStrictEqual(problems, [
        'Instance "default", identityProviders.0.issuer: must be a URL without a query',
        'Instance "default", identityProviders.0.clientSecret: must be a Redacted text, an encrypted one, or null'
      ])
      const repeated = ConstantInstance.layer({ name: "Notes", identityProviders: [google, google] })
      assert.include((yield* problemsOf(repeated)).join("\n"), "must have different ids")
    })
  )
})

describe("ConstantInstance.layerAll", () => {
  it.effect("serves each instance at its hosts, and `default` at all others", () =>
    Effect.gen(function* () {
      const { findByHost, list } = yield* InstanceDirectory
      const at = (host: string) => Effect.map(findByHost(host), ({ id }) => id)
      assert.strictEqual(yield* at("shop.example.com"), "shop")
      assert.strictEqual(yield* at("www.shop.example.com"), "shop")
      assert.strictEqual(yield* at("blog.example.com"), "blog")
      assert.strictEqual(yield* at("example.com"), "default")
      assert.deepStrictEqual(
        (yield* list).map(({ id }) => id),
        ["blog", "default", "shop"].map((id) => idOf(id))
      )
    }).pipe(Effect.provide(directory(ConstantInstance.layerAll([shop, { id: "default", name: "Main" }, blog]))))
  )

  it.effect("has no instance for other hosts without `default`", () =>
    Effect.gen(function* () {
      const { findByHost } = yield* InstanceDirectory
      assert.strictEqual((yield* findByHost("blog.example.com")).name, "Blog")
      assert.strictEqual((yield* Effect.flip(findByHost("example.com")))._tag, "InstanceNotFound")
    }).pipe(Effect.provide(directory(ConstantInstance.layerAll([shop, blog]))))
  )

  it.effect("fails for a repeated id, a repeated host and an instance that no request reaches", () =>
    Effect.gen(function* () {
      const instances = [shop, { ...blog, id: "shop" }, { id: "wiki", name: "Wiki" }, { ...shop, id: "second" }]
      assert.deepStrictEqual(yield* problemsOf(ConstantInstance.layerAll(instances)), [
        'Several instances have the id "shop"',
        'Several instances have the host "shop.example.com"',
        'Several instances have the host "www.shop.example.com"',
        'Instance "wiki" has no hosts, so no request reaches it'
      ])
    })
  )
})
