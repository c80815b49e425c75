import { CompleteFactorRecovery } from "@latchkey/domain/factor-recovery/CompleteFactorRecovery"
import {
  type FactorRecoveryStatus,
  RequestFactorRecovery
} from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import * as PendingRequest from "../../session/PendingRequest.ts"
import { FactorRecoveryApi } from "../FactorRecoveryApi.ts"

const toStatus = ({ isAvailable, open }: FactorRecoveryStatus) => ({
  body: { isAvailable, open: Option.getOrNull(open) }
})

export const implementation = Implementation.make(
  FactorRecoveryApi,
  Effect.gen(function* () {
    const { request, requestAtSignIn, statusAtSignIn } = yield* RequestFactorRecovery
    const { cancel, cancelOwn, complete } = yield* CompleteFactorRecovery
    return {
      getPendingFactorRecovery: (context) => Effect.map(statusAtSignIn(PendingRequest.of(context)), toStatus),
      beginPendingFactorRecovery: (context) =>
        Effect.map(requestAtSignIn(PendingRequest.of(context)), (body) => ({ body })),
      beginFactorRecovery: ({ caller, instance }) => Effect.map(request({ instance, caller }), (body) => ({ body })),
      cancelFactorRecovery: ({ caller, instance }) => Effect.as(cancelOwn({ instance, caller }), { body: ok }),
      confirmFactorRecovery: ({ body, caller, instance }) =>
        Effect.as(complete({ instance, caller, linkToken: body.token }), { body: ok }),
      cancelFactorRecoveryWithLink: ({ body, caller, instance }) =>
        Effect.as(cancel({ instance, caller, linkToken: body.token }), { body: ok })
    }
  })
)
