import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { CompleteFactorRecovery } from "@latchkey/domain/factor-recovery/CompleteFactorRecovery"
import {
  type FactorRecoveryStatus,
  RequestFactorRecovery
} from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Endpoint } from "../../core/Endpoint.ts"
import * as OfOwnPages from "../../core/internal/ofOwnPages.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as PendingRequest from "../../second-factor/PendingRequest.ts"
import * as FactorRecoveryApi from "../FactorRecoveryApi.ts"

/** Makes the body of a status. */
export const toStatus = ({ isAvailable, open }: FactorRecoveryStatus) => ({
  isAvailable,
  open: Option.getOrNull(open)
})

/** Makes the handlers of users who have presented their first factor. */
const makeRequest = Effect.gen(function* () {
  const { request, requestAtSignIn, statusAtSignIn } = yield* RequestFactorRecovery

  return {
    onGetPending: jsonReader(FactorRecoveryApi.GetFactorRecovery, (context) =>
      Effect.map(statusAtSignIn(PendingRequest.of(context)), (status) => ({ body: toStatus(status) }))
    ),
    onBeginPending: jsonReader(FactorRecoveryApi.BeginFactorRecovery, (context) =>
      Effect.map(requestAtSignIn(PendingRequest.of(context)), (body) => ({ body }))
    ),
    onBegin: jsonReader(FactorRecoveryApi.BeginFactorRecovery, ({ caller, instance }) =>
      Effect.map(request({ instance, caller }), (body) => ({ body }))
    )
  }
})

/** Makes the handlers that complete and cancel. */
const makeEnd = Effect.gen(function* () {
  const { cancel, cancelOwn, complete } = yield* CompleteFactorRecovery
  return {
    onCancel: jsonReader(FactorRecoveryApi.CancelFactorRecovery, ({ caller, instance }) =>
      Effect.as(cancelOwn({ instance, caller }), { body: ok })
    ),
    onConfirm: jsonHandler(FactorRecoveryApi.ConfirmFactorRecovery, ({ token }, { caller, instance }) =>
      Effect.as(complete({ instance, caller, linkToken: token }), { body: ok })
    ),
    onCancelWithLink: jsonHandler(FactorRecoveryApi.CancelFactorRecoveryWithLink, ({ token }, { caller, instance }) =>
      Effect.as(cancel({ instance, caller, linkToken: token }), { body: ok })
    )
  }
})

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "factorRecovery">,
  never,
  CompleteFactorRecovery | Endpoint | RequestFactorRecovery
> =>
  HttpApiBuilder.group(api, "factorRecovery", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const ofOwnPages = OfOwnPages.make(endpoint)
      const { onBegin, onBeginPending, onGetPending } = yield* makeRequest
      const { onCancel, onCancelWithLink, onConfirm } = yield* makeEnd

      return handlers
        .handleRaw("getPendingFactorRecovery", () => endpoint.handle(onGetPending))
        .handleRaw("beginPendingFactorRecovery", () => endpoint.handle(onBeginPending))
        .handleRaw("beginFactorRecovery", () => endpoint.handle(ofOwnPages(onBegin)))
        .handleRaw("cancelFactorRecovery", () => endpoint.handle(ofOwnPages(onCancel)))
        .handleRaw("confirmFactorRecovery", () => endpoint.handle(onConfirm))
        .handleRaw("cancelFactorRecoveryWithLink", () => endpoint.handle(onCancelWithLink))
    })
  )
