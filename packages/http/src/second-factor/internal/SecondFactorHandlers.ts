import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import {
  type FactorRecoveryStatus,
  RequestFactorRecovery
} from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import {
  type ConfirmedSecondFactor,
  type SecondFactorStatus,
  SecondFactors,
  type TotpEnrollment
} from "@latchkey/domain/second-factor/SecondFactors"
import { SecondFactorSignIn } from "@latchkey/domain/second-factor/SecondFactorSignIn"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Endpoint, type RequestContext } from "../../core/Endpoint.ts"
import * as OfOwnPages from "../../core/internal/ofOwnPages.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as QrCode from "../QrCode.ts"
import * as SecondFactorApi from "../SecondFactorApi.ts"
import * as PendingRequest from "../PendingRequest.ts"

/** Makes the reply with the secret of a new authenticator app. */
const toEnrollment = ({ enrollment, secret, uri }: TotpEnrollment) => ({
  body: {
    secret: Redacted.value(secret),
    uri: Redacted.value(uri),
    qrCode: QrCode.svg(Redacted.value(uri)),
    enrollment: Redacted.value(enrollment)
  }
})

/** Makes the reply with the session of a user who has set up an authenticator app. */
const toEnrolled =
  ({ cookies }: RequestContext) =>
  ({ issued, recoveryCodes }: ConfirmedSecondFactor) => {
    const { body, dress } = SessionCookies.issued(cookies, issued)
    return { body: { ...body, recoveryCodes: recoveryCodes.map((code) => Redacted.value(code)) }, dress }
  }

const toStatus = ({ confirmedAt, ...status }: SecondFactorStatus, recovery: FactorRecoveryStatus) => ({
  body: {
    ...status,
    confirmedAt: Option.getOrNull(confirmedAt),
    recovery: { isAvailable: recovery.isAvailable, open: Option.getOrNull(recovery.open) }
  }
})

/** Adds the end of the pending sign-in to a reply. */
const completed =
  ({ cookies }: RequestContext) =>
  <Reply extends { readonly dress: ReturnType<typeof SessionCookies.clearPending> }>(reply: Reply): Reply => ({
    ...reply,
    dress: flow(reply.dress, SessionCookies.clearPending(cookies))
  })

/** Makes the handlers of pending sign-ins. */
const makePending = Effect.gen(function* () {
  const signIn = yield* SecondFactorSignIn

  return {
    onGet: jsonReader(SecondFactorApi.GetPendingSignIn, (context) =>
      Effect.map(signIn.find(PendingRequest.of(context)), (secondFactorRequired) => ({
        body: { secondFactorRequired }
      }))
    ),
    onComplete: jsonHandler(SecondFactorApi.CompleteSignIn, ({ code }, context) =>
      Effect.map(signIn.complete({ ...PendingRequest.of(context), code }), (issued) =>
        completed(context)(SessionCookies.issued(context.cookies, issued))
      )
    ),
    onBegin: jsonReader(SecondFactorApi.BeginTotp, (context) =>
      Effect.map(signIn.beginEnrollment(PendingRequest.of(context)), toEnrollment)
    ),
    onConfirm: jsonHandler(SecondFactorApi.ConfirmTotp, ({ code, enrollment }, context) =>
      signIn
        .confirmEnrollment({ ...PendingRequest.of(context), code, enrollment })
        .pipe(Effect.map(toEnrolled(context)), Effect.map(completed(context)))
    )
  }
})

/** Makes the handlers of signed-in users. */
const makeSignedIn = Effect.gen(function* () {
  const factors = yield* SecondFactors
  const recoveries = yield* RequestFactorRecovery
  return {
    onStatus: jsonReader(SecondFactorApi.GetSecondFactor, ({ caller, instance }) =>
      Effect.zipWith(factors.status({ instance, caller }), recoveries.status({ instance, caller }), toStatus)
    ),
    onBegin: jsonReader(SecondFactorApi.BeginTotp, ({ caller, instance }) =>
      Effect.map(factors.begin({ instance, caller }), toEnrollment)
    ),
    onConfirm: jsonHandler(SecondFactorApi.ConfirmTotp, ({ code, enrollment }, context) => {
      const { caller, instance } = context
      return Effect.map(factors.confirm({ instance, caller, code, enrollment }), toEnrolled(context))
    }),
    onRemove: jsonReader(SecondFactorApi.RemoveTotp, ({ caller, cookies, instance }) =>
      Effect.map(factors.remove({ instance, caller }), (issued) => ({
        body: ok,
        dress: SessionCookies.setSession(cookies, issued)
      }))
    ),
    onRenew: jsonReader(SecondFactorApi.RenewRecoveryCodes, ({ caller, instance }) =>
      Effect.map(factors.renewRecoveryCodes({ instance, caller }), (codes) => ({
        body: { recoveryCodes: codes.map((code) => Redacted.value(code)) }
      }))
    )
  }
})

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "secondFactor">,
  never,
  Endpoint | RequestFactorRecovery | SecondFactors | SecondFactorSignIn
> =>
  HttpApiBuilder.group(api, "secondFactor", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const ofOwnPages = OfOwnPages.make(endpoint)
      const pending = yield* makePending
      const signedIn = yield* makeSignedIn

      return handlers
        .handleRaw("getPendingSignIn", () => endpoint.handle(pending.onGet))
        .handleRaw("completeSignIn", () => endpoint.handle(pending.onComplete))
        .handleRaw("beginPendingTotp", () => endpoint.handle(pending.onBegin))
        .handleRaw("confirmPendingTotp", () => endpoint.handle(pending.onConfirm))
        .handleRaw("getSecondFactor", () => endpoint.handle(signedIn.onStatus))
        .handleRaw("beginTotp", () => endpoint.handle(ofOwnPages(signedIn.onBegin)))
        .handleRaw("confirmTotp", () => endpoint.handle(ofOwnPages(signedIn.onConfirm)))
        .handleRaw("removeTotp", () => endpoint.handle(ofOwnPages(signedIn.onRemove)))
        .handleRaw("renewRecoveryCodes", () => endpoint.handle(ofOwnPages(signedIn.onRenew)))
    })
  )
