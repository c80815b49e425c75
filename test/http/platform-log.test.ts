import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Http from "@latchkey/http/Http"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Pages from "@latchkey/pages/Pages"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, expect, test } from "vitest"
import { invite } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import { changeEmail, forgotPassword, newEmail, requestLink, session } from "@latchkey/test-support/contract"
import { makeRecorder } from "@latchkey/test-support/Recorder"

// An app that does not disable the platform's request log, which contains whole URLs.
const app = HttpLayerRouter.serve(Layer.mergeAll(Http.layerRoutes, Dashboard.layerRoutes, Pages.layerRoutes), {
  disableListenLog: true
})

const recorder = makeRecorder()
let service: Service
beforeAll(async () => {
  service = await start({ app, logger: recorder.layer })
})
afterAll(() => service.stop())

test("the platform's request log contains no tokens", async () => {
  const email = newEmail()
  const ada = service.browser()
  await ada.post(requestLink, { email })
  const link = await service.lastLink(email)
  const invitation = await invite(service)
  await ada.send("HEAD", link)
  expect((await service.browser().get(link, { accept: "text/html" })).text).toContain("<h1>")
  expect((await service.browser().get(link, { "sec-fetch-site": "cross-site" })).status).toBe(403)
  expect((await ada.get(link)).status).toBe(200)
  expect((await ada.get(link)).status).toBe(401)
  await ada.post(forgotPassword, { email })
  const reset = await service.lastResetLink(email)
  await ada.send("HEAD", reset)
  expect((await ada.get(reset, { accept: "text/html" })).text).toContain("Set a new password")
  await ada.send("HEAD", invitation.path)
  expect((await ada.get(invitation.path, { accept: "text/html" })).status).toBe(200)
  const next = newEmail()
  await ada.post(changeEmail, { email: next })
  const change = await service.lastEmailChange(next)
  await ada.send("HEAD", change)
  expect((await ada.get(change, { accept: "text/html" })).text).toContain("Change your email address?")
  await ada.get(session)
  await ada.get(`${session}?seen=yes`)

  const lines = recorder.lines().filter((line) => line.startsWith("log"))
  expect(lines.filter((line) => line.includes("Sent HTTP response") && line.includes(`"${session}"`))).toHaveLength(1)
  expect(lines.filter((line) => line.includes("seen=yes"))).toEqual([])
  const ofChange = change.split("token=")[1] ?? ""
  for (const token of [invitation.token, ofChange, link.split("token=")[1] ?? "", reset.split("token=")[1] ?? ""]) {
    expect(token.length).toBeGreaterThan(40)
    expect(lines.filter((line) => line.includes(token))).toEqual([])
  }
})
