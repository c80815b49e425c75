import { defaultId, type SecondFactorMode } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { newEmail, password } from "@latchkey/test-support/contract"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { loseApp } from "@latchkey/test-support/factorRecovery"
import { withSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import { addAuthenticator } from "@latchkey/test-support/virtualAuthenticator"
import { postForm } from "./app.ts"
import type { Scene } from "./chromium.ts"
import { fill, type Openers, signInWithLink, withSessions } from "./steps.ts"

const codeNow = async ({ service }: Scene, page: Page) =>
  codeAt(((await page.textContent("bdi code")) ?? "").replaceAll(" ", ""), service().now())

const setUpButton = "form[action$=set-up] button"

/** Opens the page of an authenticator app, on the account. */
const beginSetUp = async (scene: Scene, page: Page) => {
  await withSessions(scene, page)
  await page.goto("/account/second-factor")
  await page.click(setUpButton)
  await page.waitForSelector(".qr")
}

/** Sets up an authenticator app, and shows the recovery codes. */
const setUp = async (scene: Scene, page: Page) => {
  await beginSetUp(scene, page)
  await page.fill("#code", await codeNow(scene, page))
  await page.click("form[action$=confirm] button")
  await page.waitForSelector(".codes")
}

/** Signs in with a password, up to the page that asks for the second factor. */
const signInWithFactor = async (scene: Scene, page: Page) => {
  await setUp(scene, page)
  await page.goto("/account")
  const email = (await page.textContent("main p bdi strong")) ?? ""
  await page.click("form[action$=sign-out] button")
  await page.waitForURL("**/signed-out")
  await fill(page, "/sign-in", { email, password })
  await page.waitForURL("**/sign-in/second-factor**")
}

const inMode =
  (mode: SecondFactorMode, open: Openers[string]): Openers[string] =>
  (scene, page) =>
    withSecondFactorMode(scene.service(), mode, () => open(scene, page))

const recovery = "/sign-in/second-factor/recovery"

/** Lets users recover lost factors by email during `use`. */
const withRecovery = ({ service }: Scene, use: () => Promise<unknown>) =>
  withSecondFactorMode(service(), "optional", async () => {
    const set = (factorRecovery: "email" | "off") =>
      service().instances((all) => all.update(defaultId, { authConfig: { factorRecovery } }))
    await set("email")
    try {
      await use()
    } finally {
      await set("off")
    }
  })

const recoverable =
  (open: Openers[string]): Openers[string] =>
  (scene, page) =>
    withRecovery(scene, () => open(scene, page))

/** A user with a verified address and an authenticator app, who has entered the password on the page. */
const lostApp = async ({ service }: Scene, page: Page) => {
  const email = newEmail()
  const { owner: browser } = await loseApp(service(), { email, password })
  await fill(page, "/sign-in", { email, password })
  await page.waitForURL("**/sign-in/second-factor**")
  return { browser, email }
}

/** Signs in to an account with a verified address, and sets an authenticator app up, which is asked for again. */
const verifiedWithApp = async (scene: Scene, page: Page) => {
  const email = newEmail()
  await fill(page, "/sign-up", { email, password })
  await page.waitForURL(`${scene.otherSite()}/home`)
  await page.goto("/account")
  await page.click("form[action$=link] button")
  await page.waitForURL("**/check-your-email")
  await page.goto(await scene.service().lastLink(email)).catch(() => undefined)
  await page.waitForURL("**/account")
  await page.goto("/account/second-factor")
  await page.click(setUpButton)
  await page.waitForSelector(".qr")
  await page.fill("#code", await codeNow(scene, page))
  await page.click("form[action$=confirm] button")
  await page.waitForSelector(".codes")
  scene.service().advance(660_000)
}

/** Requests a recovery on the page, and returns the link in the email. */
const requestRecovery = async (scene: Scene, page: Page) => {
  const user = await lostApp(scene, page)
  await fill(page, recovery, {})
  await page.waitForSelector("time")
  return { ...user, link: await scene.service().lastFactorRecovery(user.email) }
}

/** The same, when the waiting time has ended. */
const readyRecovery = async (scene: Scene, page: Page) => {
  const { link } = await requestRecovery(scene, page)
  scene.service().advance(72 * 3_600_000)
  return link
}

const recoveryOpeners: Openers = {
  "code of the second factor, lost": recoverable(lostApp),
  "recovery of lost factors": recoverable(async (scene, page) => {
    await lostApp(scene, page)
    await page.goto(recovery)
  }),
  "recovery of lost factors, requested": recoverable(requestRecovery),
  "code of the second factor, with a recovery": recoverable(async (scene, page) => {
    await requestRecovery(scene, page)
    await page.goto("/sign-in/second-factor")
  }),
  "recovery of lost factors, turned off": inMode("optional", async (scene, page) => {
    await lostApp(scene, page)
    await page.goto(recovery)
  }),
  "link of a recovery, too early": recoverable(async (scene, page) => {
    await page.goto((await requestRecovery(scene, page)).link)
  }),
  "link of a recovery": recoverable(async (scene, page) => {
    await page.goto(await readyRecovery(scene, page))
  }),
  "completed recovery": recoverable(async (scene, page) => {
    await fill(page, await readyRecovery(scene, page), {}, "form[action$=factor-recovery] button")
    await page.waitForSelector("main a.button")
  }),
  "cancelled recovery": recoverable(async (scene, page) => {
    const { link } = await requestRecovery(scene, page)
    await fill(page, link, {}, "form[action$=cancel] button")
    await page.waitForSelector("main a.button")
  }),
  "used link of a recovery": (_, page) => page.goto(`/factor-recovery?token=${"t".repeat(42)}A`),
  "recovery of lost factors on the account": recoverable(async (scene, page) => {
    await verifiedWithApp(scene, page)
    await page.goto("/account/recovery")
  }),
  "account with a recovery": recoverable(async (scene, page) => {
    await verifiedWithApp(scene, page)
    await fill(page, "/account/recovery", {})
    await page.waitForSelector("time")
    await page.goto("/account")
  })
}

/** Opens every page of the second factor, and the page that confirms who the user is. */
export const factorOpeners: Openers = {
  "second factor, off": inMode("optional", async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/account/second-factor")
  }),
  "authenticator app": inMode("optional", beginSetUp),
  "authenticator app with a wrong code": inMode("optional", async (scene, page) => {
    await beginSetUp(scene, page)
    await page.fill("#code", "12345")
    await page.click("form[action$=confirm] button")
    await page.waitForSelector("#code-error")
  }),
  "recovery codes": inMode("optional", setUp),
  "second factor": inMode("optional", async (scene, page) => {
    await setUp(scene, page)
    await page.goto("/account/second-factor")
  }),
  "account with a second factor": inMode("optional", async (scene, page) => {
    await setUp(scene, page)
    scene.service().advance(660_000)
    await page.goto("/account")
  }),
  "authenticator app while signing in": inMode("required", async (scene, page) => {
    const email = newEmail()
    await postForm(scene.service().browser(), "/sign-up", { email, password })
    await fill(page, "/sign-in", { email, password })
    await page.waitForSelector(".qr")
  }),
  "code of the second factor": inMode("optional", signInWithFactor),
  "wrong code of the second factor": inMode("optional", async (scene, page) => {
    await signInWithFactor(scene, page)
    await page.fill("#code", "000000")
    await page.click("main form button")
    await page.waitForSelector("#code-error")
  }),
  "recovery code": inMode("optional", async (scene, page) => {
    await signInWithFactor(scene, page)
    await page.click("main p a")
    await page.waitForURL("**recovery=1")
  }),
  ...recoveryOpeners,
  "expired sign-in": (_, page) => page.goto("/sign-in/second-factor"),
  reauthentication: async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/reauthenticate")
  },
  "reauthentication with a wrong password": async (scene, page) => {
    await withSessions(scene, page)
    await fill(page, "/reauthenticate", { password: "wrong" })
    await page.waitForSelector("#password-error")
  }
}

/** Signs in to an account with a passkey, and opens the page of the passkeys. */
const withPasskey = async (scene: Scene, page: Page) => {
  await addAuthenticator(page)
  await withSessions(scene, page)
  await page.goto("/account/passkeys")
  await page.click(".passkey button")
  await page.waitForURL("**/account/passkeys?done=added")
}

/** Opens every page of passkeys, on a service whose host can have some. */
export const passkeyOpeners: Openers = {
  "no passkeys": async (scene, page) => {
    await withSessions(scene, page)
    await page.goto("/account/passkeys")
  },
  passkeys: withPasskey,
  "account with a passkey": async (scene, page) => {
    await withPasskey(scene, page)
    scene.service().advance(660_000)
    await page.goto("/account")
  },
  "passkeys with a name that is missing": async (scene, page) => {
    await withPasskey(scene, page)
    await page.click("summary")
    await page.fill("details input:not([type=hidden])", "")
    await page.click("details button")
    await page.waitForSelector("details .error")
  },
  "offer of a passkey": async (scene, page) => {
    await signInWithLink(scene, page)
    await page.goto("/account/passkeys/offer")
  },
  "passkeys that need a confirmation": async (scene, page) => {
    await withPasskey(scene, page)
    scene.service().advance(660_000)
    await page.goto("/account/passkeys")
  },
  "reauthentication with a passkey": async (scene, page) => {
    await withPasskey(scene, page)
    scene.service().advance(660_000)
    await page.goto("/reauthenticate")
  }
}
