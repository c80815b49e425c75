import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Http from "@latchkey/http/Http"
import { type LinkSignIn, MagicLinkPages, plain } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Layer from "effect/Layer"
import { expect, test } from "vitest"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import { newEmail, password, requestLink, signUp } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"

test("An app's page after a magic link gets no token of the session or of the pending sign-in", async () => {
  const shown: Array<LinkSignIn> = []
  const pages = Layer.succeed(MagicLinkPages, {
    ...plain,
    signedIn: (signIn, context) => {
      shown.push(signIn)
      return plain.signedIn(signIn, context)
    }
  })
  const app = HttpLayerRouter.serve(Http.layerRoutes.pipe(Layer.provide(pages)), {
    disableLogger: true,
    disableListenLog: true
  })
  const service = await start({ app })
  await service.instances((directory) => directory.update(defaultId, { authConfig: { secondFactor: "optional" } }))
  const email = newEmail()
  const ada = service.browser()
  await ada.post(signUp, { email, password })
  const follow = async () => {
    await ada.post(requestLink, { email })
    return (await ada.get(await service.lastLink(email), { accept: "text/html" })).status
  }
  expect(await follow()).toBe(303)
  await setUpApp(service, ada)
  expect(await follow()).toBe(303)
  await service.stop()
  expect(shown.map((signIn) => Object.keys(signIn).sort())).toEqual([
    ["_tag", "deletionAt", "home", "passwordRemoved"],
    ["_tag", "home", "passwordRemoved"]
  ])
})
