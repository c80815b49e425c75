/** Access tokens in the tests, with a signer that signs nothing and server keys that only mark. */
import { it } from "@effect/vitest"
import { AccessTokens } from "@latchkey/domain/access-token/AccessTokens"
import * as TokenSigner from "@latchkey/domain/access-token/TokenSigner"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import { defaultTokenConfig, type TokenConfig } from "@latchkey/domain/instance/TokenConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { instance, ports } from "../support.ts"
import * as Interception from "../support/Interception.ts"
import { keysOf } from "../support/MarkingKeys.ts"
import type { TestClient } from "../support/TestClient.ts"

export const audience = "https://api.example.com"

/** The default instance, with access tokens. */
export const withAudience = (fields: Partial<TokenConfig> = {}, others: Parameters<typeof instance>[0] = {}) =>
  instance({ ...others, tokenConfig: { ...defaultTokenConfig, audiences: [audience], ...fields } })

let pairs = 0

const encode = (text: string) => Buffer.from(text).toString("base64url")

/** Writes a token that the fake signer would have signed. */
export const write = (signed: Signed): string => `fake.${encode(JSON.stringify(signed))}.${encode(signed.kid)}`

/** Returns what such a token says. */
export const read = Option.liftThrowable(
  (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Signed
)

/** A signer whose tokens are the claims, with the key that would have signed them. */
const fakeSigner = TokenSigner.layer(
  Effect.succeed({
    isAvailable: true,
    generate: Effect.sync(() => {
      const id = `key-${++pairs}`
      return { id, publicKey: JSON.stringify({ kid: id }), privateKey: Redacted.make(`private ${id}`) }
    }),
    prepare:
      ({ id, privateKey }) =>
      (claims) =>
        Effect.succeed(write({ kid: id, isRight: Redacted.value(privateKey) === `private ${id}`, claims })),
    verify: (find, token) =>
      Option.match(read(Redacted.value(token)), {
        onNone: () => Effect.succeedNone,
        onSome: ({ claims, isRight, kid }) =>
          Effect.map(
            find(kid),
            Option.flatMap(() => (isRight ? Option.some(claims) : Option.none()))
          )
      })
  } satisfies TokenSigner.Signer)
)

const withoutKeys = Layer.succeed(SecretKeys.SecretKeys, SecretKeys.none)

/** What several processes share. */
export const shared = Interception.around(ports)

/** The use cases of one process, with the server keys that it has. */
export const process = (...secrets: ReadonlyArray<string>) =>
  Domain.layer.pipe(Layer.provide([fakeSigner, secrets.length === 0 ? withoutKeys : keysOf(...secrets)]))

const layer = Layer.provideMerge(process("secret"), shared)

/** Registers a test with its own use cases and data. */
export const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof layer> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, layer))

/** What the fake signer has signed. */
export interface Signed {
  readonly kid: string
  readonly isRight: boolean
  readonly claims: Readonly<Record<string, unknown>>
}

/** Gets an access token for the session of a client, or for a personal access token. */
export const issue = (
  client: Pick<TestClient, "caller">,
  options: {
    readonly at?: ReturnType<typeof withAudience>
    readonly audience?: string
    readonly presented?: Redacted.Redacted
  } = {}
) =>
  Effect.gen(function* () {
    const { issue } = yield* AccessTokens
    const caller = yield* client.caller
    const { accessToken, lifetime } = yield* issue({
      instance: options.at ?? withAudience(),
      caller,
      audience: options.audience ?? audience,
      presented: Option.fromNullable(options.presented)
    })
    return { ...Option.getOrThrow(read(Redacted.value(accessToken))), accessToken, lifetime }
  })

/** Whether a key with that id verifies. */
export const isKnown = (keyId: string, at = withAudience()) =>
  Effect.flatMap(AccessTokens, ({ findKey }) => Effect.map(findKey(at, keyId), Option.isSome))

/** The ids of the keys that are published. */
export const publishedIds = (at = withAudience()) =>
  Effect.flatMap(AccessTokens, ({ publishedKeys }) =>
    Effect.map(publishedKeys(at), (keys) =>
      keys.map(({ publicKey }) => (JSON.parse(publicKey) as { readonly kid: string }).kid)
    )
  )
