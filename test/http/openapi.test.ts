import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { endpoints, introspect } from "@latchkey/test-support/contract"
import { codesIn, document, operations } from "@latchkey/test-support/openapiDocument"

/** Returns every object inside a value, including the value itself. */
const objectsIn = (value: unknown): ReadonlyArray<Record<string, unknown>> =>
  typeof value === "object" && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
    : []

describe("The OpenAPI document", () => {
  test("is OpenAPI 3.1, with a title and a version", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: "Latchkey", version: "1" })
  })

  test("names the page for issues of the project as its contact", () => {
    const { bugs } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    expect(document.info.contact.url).toBe(bugs)
  })

  test("describes every endpoint of the contract, and no other", () => {
    const described = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "default")}`)
    expect(described.sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test("has one success per operation, and a description of every response", () => {
    for (const { operationId, responses } of operations) {
      const successes = Object.keys(responses).filter((status) => Number(status) < 400)
      // 200 if the user or the invitation existed already.
      const isRepeatable = ["user.createUser", "invitation.createInvitation"].includes(operationId)
      expect(successes, operationId).toEqual(isRepeatable ? ["200", "201"] : [expect.anything()])
      for (const { description } of Object.values(responses)) expect(description.trim()).not.toBe("")
    }
  })

  test("has no broken reference, and no unused schema", () => {
    const references = new Set(objectsIn(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : [])))
    const defined = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect([...references].sort()).toEqual(defined.sort())
  })

  test("names every operation once, and defines every tag", () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const explained = document.tags.map(({ name }) => name)
    for (const { tags } of operations) expect(explained).toEqual(expect.arrayContaining([...tags]))
  })

  test("declares the parameters of every path, and the token as required", () => {
    for (const { parameters = [], path } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(inPath)
      // Pages of a list, and whatever a provider sends.
      const isOptional = /\/(users|audit-log|events|deliveries|invitations|email-suppressions|callback)$/.test(path)
      for (const parameter of parameters) expect(parameter.required).toBe(!isOptional || parameter.in === "path")
    }
    const verify = document.paths["/v1/auth/magic-link/verify"]?.["get"]
    expect(verify?.parameters).toEqual([
      expect.objectContaining({ name: "token", in: "query", required: true, schema: expect.anything() })
    ])
  })

  test("has a security scheme for each cookie, personal access tokens and the admin key", () => {
    expect(document.components.securitySchemes).toEqual({
      client: { type: "apiKey", in: "cookie", name: "__client", description: expect.any(String) },
      session: { type: "apiKey", in: "cookie", name: "__session", description: expect.any(String) },
      pending: { type: "apiKey", in: "cookie", name: "__pending", description: expect.any(String) },
      personalToken: { type: "http", scheme: "bearer", description: expect.any(String) },
      adminKey: { type: "http", scheme: "bearer", description: expect.any(String) }
    })
  })

  test("requires the cookies or the admin key if the operation returns 401 without them", () => {
    const asOperator = [{ adminKey: [] }]
    const signedIn = [{ client: [], session: [] }]
    for (const { method, path, responses, security } of operations) {
      const isRefused = codesIn(responses["401"] ?? {}).includes("unauthenticated")
      const ofUsers = path.startsWith("/v1/auth/sign-in/second-factor") ? [{ client: [], pending: [] }] : signedIn
      const orToken = ["/v1/auth/session", "/v1/auth/token"].includes(path)
        ? [...ofUsers, { personalToken: [] }]
        : ofUsers
      const required = path.startsWith("/v1/admin/") || path === introspect ? asOperator : orToken
      if (isRefused) expect(security, `${method} ${path}`).toEqual(required)
      else expect([[], [{}, { client: [] }, ...signedIn]], `${method} ${path}`).toContainEqual(security)
    }
  })

  test("declares every media type that an operation reads", () => {
    const mediaTypes: Readonly<Record<string, ReadonlyArray<string>>> = {
      "emailReport.receiveSesNotification": ["text/plain", "application/json"],
      "identityProvider.postIdentityProviderCallback": ["application/json", "application/x-www-form-urlencoded"],
      "identityProviderAdmin.updateIdentityProvider": ["application/json", "application/merge-patch+json"],
      "instance.updateInstance": ["application/json", "application/merge-patch+json"],
      "introspection.introspectToken": ["application/json", "application/x-www-form-urlencoded"],
      "magicLink.confirmMagicLink": ["application/json", "application/x-www-form-urlencoded"],
      "personalData.updateAccount": ["application/json", "application/merge-patch+json"],
      "revocation.revokeToken": ["application/json", "application/x-www-form-urlencoded"],
      "user.updateUser": ["application/json", "application/merge-patch+json"],
      "webhook.updateWebhook": ["application/json", "application/merge-patch+json"]
    }
    const withBody = operations.filter(({ requestBody }) => requestBody !== undefined)
    expect(withBody.map(({ operationId }) => operationId).sort()).toEqual([
      "acceptance.acceptInvitation",
      "accessToken.issueAccessToken",
      "apiKey.createApiKey",
      "deviceSignIn.decideDevice",
      "deviceSignIn.signInDevice",
      "deviceSignIn.startDevice",
      "emailChange.changeEmail",
      "emailChange.confirmEmail",
      "emailChange.restoreEmail",
      "emailReport.receiveSesNotification",
      "emailText.previewEmailText",
      "emailText.putEmailText",
      "emailText.sendTestEmail",
      "factorRecovery.cancelFactorRecoveryWithLink",
      "factorRecovery.confirmFactorRecovery",
      "identityProvider.addIdentity",
      "identityProvider.postIdentityProviderCallback",
      "identityProvider.reauthenticateWithIdentityProvider",
      "identityProvider.signInWithIdToken",
      "identityProvider.signInWithIdentityProvider",
      "identityProviderAdmin.createIdentityProvider",
      "identityProviderAdmin.updateIdentityProvider",
      "instance.createInstance",
      "instance.updateInstance",
      "introspection.introspectToken",
      "invitation.createInvitation",
      "magicLink.confirmMagicLink",
      "magicLink.requestMagicLink",
      "magicLink.verifyMagicLinkCode",
      "operator.createOperator",
      "operator.inviteOperator",
      "operator.updateOperator",
      "passkey.registerPasskey",
      "passkey.renamePasskey",
      "passkey.signInWithPasskey",
      "password.setPassword",
      "password.signIn",
      "password.signUp",
      "passwordReset.forgotPassword",
      "passwordReset.resetPassword",
      "pendingSignUp.verifySignUp",
      "personalData.deleteAccount",
      "personalData.setLanguage",
      "personalData.updateAccount",
      "personalToken.createPersonalToken",
      "reauthentication.reauthenticate",
      "refreshToken.refreshTokens",
      "revocation.revokeToken",
      "secondFactor.completeSignIn",
      "secondFactor.confirmPendingTotp",
      "secondFactor.confirmTotp",
      "user.createUser",
      "user.createUserSignInLink",
      "user.importUsers",
      "user.updateUser",
      "webhook.createWebhook",
      "webhook.rotateWebhookSecret",
      "webhook.updateWebhook"
    ])
    for (const { operationId, requestBody } of withBody)
      expect(Object.keys(requestBody?.content ?? {})).toEqual(mediaTypes[operationId] ?? ["application/json"])
  })
})

describe("GET /openapi.json", () => {
  test("is the document", async () => {
    const service = await start()
    const reply = await service.browser().get("/openapi.json")
    await service.stop()
    expect(reply.headers["content-type"]).toBe("application/json")
    expect(reply.json).toEqual(document)
  })
})
