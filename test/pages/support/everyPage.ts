import { Email } from "@latchkey/domain/core/Email"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import type { UserFields } from "@latchkey/domain/instance/UserField"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import { onTestFinished } from "vitest"
import { device, newEmail, password } from "@latchkey/test-support/contract"
import * as Devices from "@latchkey/test-support/devices"
import { postForm } from "./app.ts"
import type { Scene } from "./chromium.ts"
import { factorOpeners, passkeyOpeners } from "./factorPages.ts"
import { identityOpeners } from "./identityPages.ts"
import { fill, type Openers, requestLink, signInWithLink, withSessions } from "./steps.ts"

type Options = Parameters<Scene["newPage"]>[0]

/** Returns a link to that address that another client requested. */
const linkFor = async ({ service }: Scene, email: string) => {
  await postForm(service().browser(), "/sign-in/link", { email })
  return service().lastLink(email)
}

/** Turns codes on during `use`. */
const withCodes = async <A>({ service }: Scene, use: () => Promise<A>): Promise<A> => {
  const set = (magicLinkCodes: boolean) =>
    service().instances((instances) => instances.update(defaultId, { emailConfig: { magicLinkCodes } }))
  await set(true)
  try {
    return await use()
  } finally {
    await set(false)
  }
}

/** Lets the instance verify addresses before it creates accounts during `use`. */
const verifyingFirst = async <A>({ service }: Scene, use: () => Promise<A>): Promise<A> => {
  const set = (verification: "after" | "before") =>
    service().instances((instances) => instances.update(defaultId, { signUp: { verification } }))
  await set("before")
  try {
    return await use()
  } finally {
    await set("after")
  }
}

const detailFields: UserFields = [
  { name: "name", label: "Full name", type: "string", required: false },
  { name: "team", label: "Team", type: "string", enum: ["1 to 9", "10 or more"], required: true },
  { name: "seats", label: "Seats", type: "integer", required: false },
  { name: "terms", label: "I agree to the terms of service", type: "boolean", required: true }
]

/** Signs in, and opens a page of an instance that asks for details. */
const asked =
  (path: string, then: (page: Page) => Promise<unknown> = async () => {}): Openers[string] =>
  async (scene, page) => {
    const set = (fields: UserFields) =>
      scene.service().instances((instances) => instances.update(defaultId, { signUp: { fields } }))
    await withSessions(scene, page)
    onTestFinished(async () => void (await set([])))
    await set(detailFields)
    await page.goto(path)
    await then(page)
  }

const rejectDetails = async (page: Page) => {
  await page.click("main form button")
  await page.waitForSelector("#field-terms-error")
}

/** Signs in, and opens the page of access tokens while users can have some. */
const withTokens =
  (then: (page: Page) => Promise<unknown> = async () => {}): Openers[string] =>
  async (scene, page) => {
    const set = (personalTokens: boolean) =>
      scene
        .service()
        .instances((all) =>
          all.update(defaultId, { tokenConfig: { personalTokens, scopes: ["reports:read", "reports:write"] } })
        )
    await withSessions(scene, page)
    onTestFinished(async () => void (await set(false)))
    await set(true)
    await page.goto("/account/tokens")
    await then(page)
  }

/** Signs in, and opens the page of another device, with the code of one that has started, or another query. */
const withDevice =
  (then: (page: Page) => Promise<unknown> = async () => {}, query?: string): Openers[string] =>
  async (scene, page) => {
    const service = scene.service()
    await withSessions(scene, page)
    onTestFinished(async () => void (await Devices.allow(service, false)))
    await Devices.allow(service)
    const { json } = await service.browser().post(device, { name: "Acme for the command line" })
    await page.goto(`/device${query ?? `?code=${String(json["userCode"])}`}`)
    await then(page)
  }

const createToken = async (page: Page) => {
  await page.fill("#name", "Nightly backup")
  await page.check("[name=scopes]")
  await page.click("form[action$=tokens] button")
  await page.waitForSelector(".key")
}

/** Signs up on this device, and returns the link. */
const signUpBefore = (scene: Scene, page: Page) =>
  verifyingFirst(scene, async () => {
    const email = newEmail()
    await fill(page, "/sign-up", { email, password })
    await page.waitForURL("**/sign-up/sent")
    return scene.service().lastSignUpLink(email)
  })

/** The same on another device. */
const signUpElsewhere = (scene: Scene) =>
  verifyingFirst(scene, async () => {
    const email = newEmail()
    await postForm(scene.service().browser(), "/sign-up", { email, password })
    return scene.service().lastSignUpLink(email)
  })

/** Returns the link of an invitation. */
const invitationFor = async ({ service }: Scene) => {
  const email = newEmail()
  await service().run(
    Effect.flatMap(Invitations, ({ create }) =>
      create({ instance: defaultInstance, by: { actor: "program" }, email: Email.make(email) })
    )
  )
  return service().lastInvitation(email)
}

/** Returns a link that sets the password of a new account. */
const resetLinkFor = async ({ service }: Scene) => {
  const email = newEmail()
  await postForm(service().browser(), "/sign-up", { email, password })
  await postForm(service().browser(), "/forgot-password", { email })
  return service().lastResetLink(email)
}

/** Signs in on the page, and returns the link of a requested change. */
const emailChangeFor = async (scene: Scene, page: Page) => {
  await withSessions(scene, page)
  const email = newEmail()
  await fill(page, "/account/email", { email, currentPassword: password })
  await page.waitForURL("**/account?done=email")
  return scene.service().lastEmailChange(email)
}

/** Returns the link to the former address of an account. */
const emailRestoreFor = async ({ service }: Scene) => {
  const browser = service().browser()
  const [former, email] = [newEmail(), newEmail()]
  await postForm(browser, "/sign-up", { email: former, password })
  await postForm(browser, "/sign-in/link", { email: former })
  await browser.get(await service().lastLink(former))
  await postForm(browser, "/account/email", { email, currentPassword: password })
  const token = (await service().lastEmailChange(email)).split("token=")[1] ?? ""
  await postForm(browser, "/confirm-email", { token })
  return service().lastEmailRestore(former)
}

/** Opens every page for users, by name, in any language. */
export const openers: Openers = {
  "sign-in": (_, page) => page.goto("/sign-in"),
  "sign-in with empty fields": (_, page) => fill(page, "/sign-in", {}),
  "sign-in with a wrong password": (_, page) => fill(page, "/sign-in", { email: newEmail(), password }),
  "sign-up": (_, page) => page.goto("/sign-up"),
  "sign-up with a short password": (_, page) => fill(page, "/sign-up", { email: newEmail(), password: "short" }),
  "sign-up, sent": async (scene, page) => {
    await signUpBefore(scene, page)
  },
  "sign-up, link": async (scene, page) => page.goto(await signUpBefore(scene, page)),
  "sign-up, link on another device": async (scene, page) => page.goto(await signUpElsewhere(scene)),
  "sign-up, completed on another device": async (scene, page) => {
    await page.goto(await signUpElsewhere(scene))
    await page.click("main button")
    await page.waitForSelector("a[href$=password-part]")
  },
  "sign-up, used link": (_, page) => page.goto(`/sign-up/verify?token=${"t".repeat(42)}A`),
  "check-your-email": (_, page) => requestLink(page),
  "check-your-email after a repeated request": async (_, page) => {
    await requestLink(page)
    await page.click("main form button")
    await page.waitForURL("**/check-your-email?again=1")
  },
  "check-your-email with a code": (scene, page) => withCodes(scene, () => requestLink(page)),
  "check-your-email with a code that is too short": (scene, page) =>
    withCodes(scene, async () => {
      await requestLink(page)
      await page.fill("#code", "12345")
      await page.click("form[action$=code] button")
      await page.waitForSelector("#code-error")
    }),
  "check-your-email without a request": (_, page) => page.goto("/check-your-email"),
  link: async (scene, page) => page.goto(await linkFor(scene, "grace@example.com")),
  "used link": async (scene, page) => {
    const link = await linkFor(scene, "grace@example.com")
    await scene.service().browser().get(link)
    await page.goto(link)
  },
  "used link on the device that requested it": async (scene, page) => {
    await requestLink(page)
    const link = await scene.service().lastLink("grace@example.com")
    await scene.service().browser().get(link)
    await page.goto(link)
  },
  "forgotten password": (_, page) => page.goto("/forgot-password"),
  "forgotten password with an empty field": (_, page) => fill(page, "/forgot-password", {}),
  "forgotten password, sent": async (_, page) => {
    await fill(page, "/forgot-password", { email: "grace@example.com" })
    await page.waitForURL("**/forgot-password/sent")
  },
  "new password": async (scene, page) => page.goto(await resetLinkFor(scene)),
  "new password that is too short": async (scene, page) => fill(page, await resetLinkFor(scene), { password: "short" }),
  "used link to set a new password": (_, page) => page.goto(`/reset-password?token=${"t".repeat(42)}A`),
  invitation: async (scene, page) => page.goto(await invitationFor(scene)),
  "used invitation": (_, page) => page.goto(`/invitation?token=${"t".repeat(42)}A`),
  account: async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/account")
  },
  "account with a wrong password": async (scene, page) => {
    await withSessions(scene, page)
    await fill(page, "/account", { currentPassword: "wrong", password }, "form[action$=password] button:not([type])")
  },
  "account after a link": async (scene, page) => {
    await signInWithLink(scene, page)
    await page.goto("/account")
  },
  "change of the address": async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/account/email")
  },
  "change of the address with an empty field": async (scene, page) => {
    await withSessions(scene, page)
    await fill(page, "/account/email", {})
  },
  "change of the address, after a link": async (scene, page) => page.goto(await emailChangeFor(scene, page)),
  "change of the address without a session": (_, page) => page.goto(`/confirm-email?token=${"t".repeat(42)}A`),
  "former address": async (scene, page) => page.goto(await emailRestoreFor(scene)),
  "former address, restored": async (scene, page) => fill(page, await emailRestoreFor(scene), {}),
  "used link to restore an address": (_, page) => page.goto(`/restore-email?token=${"t".repeat(42)}A`),
  "download of the data": async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/account/data")
  },
  "delete account": async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/account/delete")
  },
  "delete account with a wrong password": async (scene, page) => {
    await withSessions(scene, page)
    await fill(page, "/account/delete", { currentPassword: "wrong" }, "form[action$=delete] button:not([type])")
  },
  "account that will be deleted": async (scene, page) => {
    await withSessions(scene, page)
    await fill(page, "/account/delete", { currentPassword: password }, "form[action$=delete] button:not([type])")
    await page.waitForSelector("form[action$=cancel]")
    await page.goto("/account")
  },
  "scheduled deletion": async (scene, page) => {
    await withSessions(scene, page)
    await fill(page, "/account/delete", { currentPassword: password }, "form[action$=delete] button:not([type])")
    await page.waitForSelector("form[action$=cancel]")
  },
  "account with details": asked("/account"),
  details: asked("/account/details"),
  "details that are missing": asked("/account/details", rejectDetails),
  "details to change": asked("/account/details?change=1"),
  "code of another device": withDevice(undefined, ""),
  "code of another device that is wrong": withDevice(undefined, "?code=wrong"),
  "another device": withDevice(),
  "another device, signed in": withDevice(async (page) => {
    await page.click("form[action$=approve] button")
    await page.waitForURL("**/device?done=approved")
  }),
  "no access tokens": withTokens(),
  "access tokens with a name that is missing": withTokens(async (page) => {
    await page.click("form[action$=tokens] button")
    await page.waitForSelector("#name-error")
  }),
  "new access token": withTokens(createToken),
  "access tokens": withTokens(async (page) => {
    await createToken(page)
    await page.click("main a.button")
    await page.click("summary")
  }),
  "deleted account": (_, page) => page.goto("/account/deleted"),
  "verify your email": async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/account/verify")
  },
  ...factorOpeners,
  "signed in": async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/sign-in")
  },
  "signed out": (_, page) => page.goto("/signed-out"),
  "page not found": (_, page) => page.goto("/signin"),
  "cross-origin form": async ({ otherSite, service }, page) => {
    await page.goto(`${otherSite()}/trap?action=${service().origin}/sign-in`)
    await page.click("button")
    await page.waitForURL("**/sign-in")
  }
}

/** Opens a page in a new browser context. */
export const openPage = async (scene: Scene, name: string, options: Options = {}): Promise<Page> => {
  const page = await scene.newPage(options)
  const open = openers[name] ?? passkeyOpeners[name] ?? identityOpeners[name]
  await open?.(scene, page)
  await page.waitForLoadState()
  return page
}
