import { type Passkey, PasskeyId } from "@latchkey/domain/passkey/PasskeyRepository"
import { PasskeyNotFound } from "@latchkey/domain/passkey/PasskeyErrors"
import { type PasskeyList, Passkeys } from "@latchkey/domain/passkey/Passkeys"
import { RegisterPasskey } from "@latchkey/domain/passkey/RegisterPasskey"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import { Sessions } from "@latchkey/domain/session/Sessions"
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { isOfOperators } from "@latchkey/domain/instance/OperatorInstance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Implementation from "../../core/Implementation.ts"
import type { RequestContext } from "../../core/Endpoint.ts"
import { ok } from "../../core/Ok.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { PasskeyApi, type PasskeyResponse } from "../PasskeyApi.ts"
import { toCreationOptions, toRequestOptions } from "../PasskeyOptions.ts"
import { notVerified } from "../notVerified.ts"

const toResponse = (passkey: Passkey): PasskeyResponse => ({
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

/** An operator may be a user at this host, too: authenticators show which of the two accounts it is. */
const accountName = ({ id, name }: Instance, email: Email): string => (isOfOperators(id) ? `${email} (${name})` : email)

export const implementation = Implementation.make(
  PasskeyApi,
  Effect.gen(function* () {
    const passkeys = yield* Passkeys
    const { register, request: requestRegistration } = yield* RegisterPasskey
    const { request: requestSignIn, signIn } = yield* SignInWithPasskey
    const sessions = yield* Sessions

    type OfPasskey = Pick<RequestContext, "caller" | "instance"> & { readonly path: { readonly id: string } }

    /** Without a session the reply is 401, whatever the id. */
    const idOf = Effect.fnUntraced(function* ({ caller, instance, path }: OfPasskey) {
      const id = parseId(path.id)
      if (Option.isSome(id)) return id.value
      yield* sessions.authenticate({ instance, caller })
      return yield* new PasskeyNotFound()
    })

    return {
      passkeyRegistrationOptions: ({ caller, instance }) =>
        Effect.map(requestRegistration({ instance, caller }), ({ email, ...creation }) => {
          const name = accountName(instance, email)
          return { body: toCreationOptions({ ...creation, account: { name, displayName: name } }) }
        }),
      registerPasskey: ({ body: { credential, name }, caller, instance }) =>
        Effect.map(register({ instance, caller, credential, name: Option.fromNullable(name) }), (passkey) => ({
          body: toResponse(passkey)
        })).pipe(Effect.catchTag("InvalidCredentials", notVerified)),
      passkeySignInOptions: ({ caller, cookies, instance }) =>
        Effect.map(requestSignIn({ instance, caller }), (request) => ({
          body: toRequestOptions(request),
          mapResponse: SessionCookies.setClient(cookies, request.clientToken)
        })),
      signInWithPasskey: ({ body: { credential }, caller, cookies, instance }) =>
        Effect.map(signIn({ instance, caller, credential }), (result) => SessionCookies.signedIn(cookies, result)).pipe(
          Effect.catchTag("InvalidCredentials", notVerified)
        ),
      listPasskeys: ({ caller, instance }) =>
        Effect.map(passkeys.list({ instance, caller }), (list) => ({ body: toListResponse(list) })),
      renamePasskey: (request) => {
        const { body, caller, instance } = request
        return idOf(request).pipe(
          Effect.flatMap((id) => passkeys.rename({ instance, caller }, { id, name: body.name })),
          Effect.as({ body: ok })
        )
      },
      removePasskey: (request) => {
        const { caller, instance } = request
        return idOf(request).pipe(
          Effect.flatMap((id) => passkeys.remove({ instance, caller }, id)),
          Effect.zipRight(passkeys.list({ instance, caller })),
          Effect.map((list) => ({ body: toListResponse(list) }))
        )
      }
    }
  })
)
