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
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Implementation from "../../core/Implementation.ts"
import type { RequestContext } from "../../core/Endpoint.ts"
import { ok } from "../../core/Ok.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as PendingRequest from "../../session/PendingRequest.ts"
import * as QrCode from "../QrCode.ts"
import { SecondFactorApi } from "../SecondFactorApi.ts"

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
    const { body, mapResponse } = SessionCookies.issued(cookies, issued)
    return { body: { ...body, recoveryCodes: recoveryCodes.map((code) => Redacted.value(code)) }, mapResponse }
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
  <Reply extends { readonly mapResponse: ReturnType<typeof SessionCookies.clearPending> }>(reply: Reply): Reply => ({
    ...reply,
    mapResponse: flow(reply.mapResponse, SessionCookies.clearPending(cookies))
  })

export const implementation = Implementation.make(
  SecondFactorApi,
  Effect.gen(function* () {
    const factors = yield* SecondFactors
    const recoveries = yield* RequestFactorRecovery
    const signIn = yield* SecondFactorSignIn
    return {
      getPendingSignIn: (context) =>
        Effect.map(signIn.find(PendingRequest.of(context)), (secondFactorRequired) => ({
          body: { secondFactorRequired }
        })),
      completeSignIn: (context) =>
        Effect.map(signIn.complete({ ...PendingRequest.of(context), code: context.body.code }), (issued) =>
          completed(context)(SessionCookies.issued(context.cookies, issued))
        ),
      beginPendingTotp: (context) => Effect.map(signIn.beginEnrollment(PendingRequest.of(context)), toEnrollment),
      confirmPendingTotp: (context) =>
        signIn
          .confirmEnrollment({ ...PendingRequest.of(context), ...context.body })
          .pipe(Effect.map(toEnrolled(context)), Effect.map(completed(context))),
      getSecondFactor: ({ caller, instance }) =>
        Effect.zipWith(factors.status({ instance, caller }), recoveries.status({ instance, caller }), toStatus),
      beginTotp: ({ caller, instance }) => Effect.map(factors.begin({ instance, caller }), toEnrollment),
      confirmTotp: (context) => {
        const { body, caller, instance } = context
        return Effect.map(factors.confirm({ instance, caller, ...body }), toEnrolled(context))
      },
      removeTotp: ({ caller, cookies, instance }) =>
        Effect.map(factors.remove({ instance, caller }), (issued) => ({
          body: ok,
          mapResponse: SessionCookies.setSession(cookies, issued)
        })),
      renewRecoveryCodes: ({ caller, instance }) =>
        Effect.map(factors.renewRecoveryCodes({ instance, caller }), (codes) => ({
          body: { recoveryCodes: codes.map((code) => Redacted.value(code)) }
        }))
    }
  })
)
