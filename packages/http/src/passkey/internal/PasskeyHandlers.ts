import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { PasskeyNotFound } from "@latchkey/domain/passkey/PasskeyErrors"
import { PasskeyId } from "@latchkey/domain/core/Ids"
import type { Passkey } from "@latchkey/domain/passkey/PasskeyRepository"
import { type PasskeyList, Passkeys } from "@latchkey/domain/passkey/Passkeys"
import { RegisterPasskey } from "@latchkey/domain/passkey/RegisterPasskey"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Endpoint, type RequestContext } from "../../core/Endpoint.ts"
import * as OfOwnPages from "../../core/internal/ofOwnPages.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as PasskeyApi from "../PasskeyApi.ts"
import { toCreationOptions, toRequestOptions } from "../PasskeyOptions.ts"
import { notVerified } from "./notVerified.ts"

const toResponse = (passkey: Passkey): PasskeyApi.PasskeyResponse => ({
  id: passkey.id,
  name: passkey.name,
  aaguid: passkey.aaguid,
  transports: passkey.transports,
  backupEligible: passkey.backupEligible,
  backedUp: passkey.backedUp,
  createdAt: passkey.createdAt,
  lastUsedAt: Option.getOrNull(passkey.lastUsedAt)
})

const toListResponse = ({ email, passkeys, rpId, userHandle }: PasskeyList) => ({
  passkeys: passkeys.map(toResponse),
  signal: Option.all({ rpId, userId: userHandle }).pipe(
    Option.map((ids) => ({
      ...ids,
      name: email,
      displayName: email,
      allAcceptedCredentialIds: passkeys.map(({ credentialId }) => credentialId)
    })),
    Option.getOrNull
  )
})

const parseId = Schema.decodeOption(PasskeyId)

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "passkey">,
  never,
  Endpoint | Passkeys | RegisterPasskey | Sessions | SignInWithPasskey
> =>
  HttpApiBuilder.group(api, "passkey", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const ofOwnPages = OfOwnPages.make(endpoint)
      const passkeys = yield* Passkeys
      const { register, request: requestRegistration } = yield* RegisterPasskey
      const sessions = yield* Sessions
      const { request: requestSignIn, signIn } = yield* SignInWithPasskey

      const onRegistrationOptions = jsonReader(PasskeyApi.RegistrationOptions, ({ caller, instance }) =>
        Effect.map(requestRegistration({ instance, caller }), ({ email, ...creation }) => ({
          body: toCreationOptions({ ...creation, account: { name: email, displayName: email } })
        }))
      )

      const onRegister = jsonHandler(PasskeyApi.Register, ({ credential, name }, { caller, instance }) =>
        Effect.map(register({ instance, caller, credential, name: Option.fromNullable(name) }), (passkey) => ({
          body: toResponse(passkey)
        })).pipe(Effect.catchTag("InvalidCredentials", notVerified))
      )

      const onSignInOptions = jsonReader(PasskeyApi.SignInOptions, ({ caller, cookies, instance }) =>
        Effect.map(requestSignIn({ instance, caller }), (request) => ({
          body: toRequestOptions(request),
          dress: SessionCookies.setClient(cookies, request.clientToken)
        }))
      )

      const onSignIn = jsonHandler(PasskeyApi.SignIn, ({ credential }, { caller, cookies, instance }) =>
        Effect.map(signIn({ instance, caller, credential }), (result) => SessionCookies.signedIn(cookies, result)).pipe(
          Effect.catchTag("InvalidCredentials", notVerified)
        )
      )

      const onList = jsonReader(PasskeyApi.ListPasskeys, ({ caller, instance }) =>
        Effect.map(passkeys.list({ instance, caller }), (list) => ({ body: toListResponse(list) }))
      )

      /** Without a session the reply is 401, whatever the id. */
      const idOf = Effect.fnUntraced(function* (text: string, { caller, instance }: RequestContext) {
        const id = parseId(text)
        if (Option.isSome(id)) return id.value
        yield* sessions.authenticate({ instance, caller })
        return yield* new PasskeyNotFound()
      })

      const onRename = (text: string) =>
        jsonHandler(PasskeyApi.RenamePasskey, ({ name }, context) =>
          idOf(text, context).pipe(
            Effect.flatMap((id) => passkeys.rename(context, { id, name })),
            Effect.as({ body: ok })
          )
        )

      const onRemove = (text: string) =>
        jsonReader(PasskeyApi.RemovePasskey, (context) =>
          idOf(text, context).pipe(
            Effect.flatMap((id) => passkeys.remove(context, id)),
            Effect.zipRight(passkeys.list(context)),
            Effect.map((list) => ({ body: toListResponse(list) }))
          )
        )

      return handlers
        .handleRaw("passkeyRegistrationOptions", () => endpoint.handle(ofOwnPages(onRegistrationOptions)))
        .handleRaw("registerPasskey", () => endpoint.handle(ofOwnPages(onRegister)))
        .handleRaw("passkeySignInOptions", () => endpoint.handle(onSignInOptions))
        .handleRaw("signInWithPasskey", () => endpoint.handle(onSignIn))
        .handleRaw("listPasskeys", () => endpoint.handle(onList))
        .handleRaw("renamePasskey", ({ path }) => endpoint.handle(onRename(path.id)))
        .handleRaw("removePasskey", ({ path }) => endpoint.handle(ofOwnPages(onRemove(path.id))))
    })
  )
