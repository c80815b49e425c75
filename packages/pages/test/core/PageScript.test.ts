import { createHash } from "node:crypto"
import { runInNewContext } from "node:vm"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import * as PageScript from "../../src/core/PageScript.ts"

/** A button in its field. `kind`: its class. */
const button = (kind = ".reveal") => {
  const input = { type: "password" }
  const status = { textContent: "" }
  const parentElement = { querySelector: (selector: string) => (selector === "input" ? input : status) }
  const texts = {
    shown: "Your password is visible.",
    hidden: "Your password is hidden.",
    text: "JBSW Y3DP",
    copied: "Copied."
  }
  let pressed = "false"
  const element = {
    ...{ dataset: texts, parentElement },
    matches: (selector: string) => selector === kind,
    closest: () => element,
    // The attribute is a text.
    get ariaPressed() {
      return pressed
    },
    set ariaPressed(value: unknown) {
      pressed = String(value)
    }
  }
  const icon = { closest: () => element }
  return { element, icon, state: () => [input.type, status.textContent, pressed] }
}

interface Reply {
  readonly ok: boolean
  readonly status: number
}

/** What the browser of a test does. `answer`: what it returns for a passkey. */
interface Browser {
  readonly reply?: Reply
  readonly answer?: () => Promise<unknown>
  readonly isConditional?: boolean
  readonly hasPasskeys?: boolean
}

/** Runs the script on a page with one form for a passkey. */
const run = (ceremony: "create" | "get", browser: Browser = {}) => {
  const { answer = async () => ({ id: "key" }), hasPasskeys = true, isConditional = false } = browser
  const { reply = { ok: true, status: 200 } } = browser
  const page = { classes: new Set<string>(), events: new EventTarget(), requests: [] as Array<string> }
  const asked: Array<Record<string, unknown>> = []
  const told: Array<unknown> = []
  const copied: Array<string> = []
  let submissions = 0
  let reloads = 0
  let now = 0
  const status = { textContent: "before" }
  const credential = { value: "" }
  const form = {
    dataset: {
      passkey: ceremony,
      options: "/options",
      cancelled: "cancelled",
      exists: "exists",
      failed: "failed",
      refused: "refused"
    },
    elements: { credential },
    matches: (selector: string) => selector === "[data-passkey]",
    querySelector: (selector: string) => (selector === "button" ? sendButton : status),
    querySelectorAll: () => [],
    submit: () => submissions++
  }
  const offer = { value: "" }
  const signals = [
    { dataset: { signal: "signalAllAcceptedCredentials", value: JSON.stringify({ rpId: "example.com" }) } },
    { dataset: { signal: "signalUnknownCredential", value: JSON.stringify({ credentialId: "gone" }) } },
    { dataset: { signal: "signalOfTheFuture", value: "{}" } }
  ]
  const working = { textContent: "", dataset: { working: "Just a moment…" } }
  const sendButton = { ariaBusy: null as unknown, ariaDisabled: null as unknown }
  const document = { hidden: false }
  let tick = () => {}
  const ask = (options: Record<string, unknown>) => {
    asked.push(options)
    return answer()
  }
  const PublicKeyCredential = {
    parseCreationOptionsFromJSON: (json: unknown) => ({ created: json }),
    parseRequestOptionsFromJSON: (json: unknown) => ({ requested: json }),
    isConditionalMediationAvailable: async () => isConditional,
    isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    signalAllAcceptedCredentials: async (value: unknown) => told.push(value),
    signalUnknownCredential: async (value: unknown) => told.push(value)
  }
  runInNewContext(PageScript.source, {
    document: Object.assign(document, {
      documentElement: { classList: page.classes },
      querySelector: (selector: string) => (selector === "[data-working]" ? working : isConditional ? form : null),
      querySelectorAll: (selector: string) => (selector === "[data-signal]" ? signals : [offer])
    }),
    setInterval: (run: () => void) => {
      tick = run
    },
    addEventListener: page.events.addEventListener.bind(page.events),
    navigator: {
      credentials: { create: ask, get: ask },
      clipboard: { writeText: async (text: string) => copied.push(text) }
    },
    location: { reload: () => reloads++ },
    fetch: async (url: string, { method }: { readonly method: string }) => {
      page.requests.push(`${method} ${url}`)
      return { ...reply, json: async () => "options" }
    },
    Date: { now: () => now },
    AbortController,
    JSON,
    ...(hasPasskeys ? { PublicKeyCredential } : {})
  })
  const dispatch = (name: string, target: object) => {
    const event = Object.defineProperty(new Event(name, { cancelable: true }), "target", { value: target })
    page.events.dispatchEvent(event)
    return event
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  return {
    asked,
    copied,
    told,
    form,
    settled,
    classes: () => [...page.classes],
    requests: page.requests,
    show: () => dispatch("pageshow", {}),
    /** Lets time pass, until the timer runs. */
    wait: (millis: number) => {
      now += millis
      tick()
    },
    setHidden: (isHidden: boolean) => {
      document.hidden = isHidden
      dispatch("visibilitychange", document)
    },
    sent: () => [sendButton.ariaBusy === sendButton.ariaDisabled && sendButton.ariaDisabled, working.textContent],
    submit: () => dispatch("submit", form),
    dispatch,
    offered: () => offer.value,
    state: () => ({ credential: credential.value, submissions, reloads, text: status.textContent })
  }
}

const rejected = (name: string) => () => Promise.reject(Object.assign(new Error("x"), { name }))

describe("The script of the pages", () => {
  test("shows the password of the clicked button, and hides it again, as it tells screen readers", () => {
    const { dispatch } = run("get")
    const { element, icon, state } = button()
    dispatch("click", element)
    expect(state()).toEqual(["text", "Your password is visible.", "true"])
    dispatch("click", icon)
    expect(state()).toEqual(["password", "Your password is hidden.", "false"])
    dispatch("click", { closest: () => null })
    expect(state()).toEqual(["password", "Your password is hidden.", "false"])
  })

  test("copies a text, and says so to screen readers", async () => {
    const { copied, dispatch, settled } = run("get")
    const { element, state } = button(".copy")
    dispatch("click", element)
    await settled()
    expect([copied, state()]).toEqual([["JBSW Y3DP"], ["password", "Copied.", "false"]])
  })

  test("hides passwords when the form is sent", () => {
    const { dispatch, form } = run("get")
    const { element, state } = button()
    dispatch("click", element)
    const event = dispatch("submit", { ...form, querySelectorAll: () => [element], matches: () => false })
    expect([...state(), event.defaultPrevented]).toEqual(["password", "Your password is hidden.", "false", false])
  })

  test("selects the text to replace once, and turns on the styles for scripts", () => {
    const { classes, dispatch } = run("get", { hasPasskeys: false })
    let selections = 0
    const field = { matches: (selector: string) => selector === "[data-select]", select: () => selections++ }
    dispatch("focusin", field)
    dispatch("focusin", field)
    expect([selections, classes()]).toEqual([1, ["js"]])
  })

  test("asks the browser for a passkey with the options of the server, and sends what it returns", async () => {
    for (const [ceremony, parsed] of [
      ["get", { requested: "options" }],
      ["create", { created: "options" }]
    ] as const) {
      const page = run(ceremony)
      expect(page.submit().defaultPrevented).toBe(true)
      await page.settled()
      expect([page.classes(), page.requests, page.asked.map(({ publicKey }) => publicKey)]).toEqual([
        ["js", "passkeys"],
        ["POST /options"],
        [parsed]
      ])
      expect(page.state()).toEqual({ credential: '{"id":"key"}', submissions: 1, reloads: 0, text: "" })
    }
  })

  test.each([
    ["NotAllowedError", "cancelled"],
    ["InvalidStateError", "exists"],
    ["NotSupportedError", "failed"]
  ])("says why there is no passkey after %s, and sends nothing", async (name, text) => {
    const page = run("create", { answer: rejected(name) })
    page.submit()
    await page.settled()
    expect(page.state()).toEqual({ credential: "", submissions: 0, reloads: 0, text })
  })

  test.each([
    [429, { reloads: 0, text: "failed" }],
    [503, { reloads: 0, text: "failed" }],
    [401, { reloads: 0, text: "refused" }],
    [403, { reloads: 0, text: "refused" }]
  ])("after a reply with %d asks no browser, and says why, without loading the page again", async (status, end) => {
    const page = run("create", { reply: { ok: false, status } })
    page.submit()
    await page.settled()
    expect([page.asked, page.state()]).toEqual([[], { credential: "", submissions: 0, ...end }])
  })

  test("offers passkeys in the field for the address, says nothing if none is used, and renews old challenges", async () => {
    const page = run("get", { isConditional: true, answer: rejected("NotAllowedError") })
    page.show()
    await page.settled()
    expect(page.asked.map(({ mediation }) => mediation)).toEqual(["conditional"])
    expect(page.state()).toEqual({ credential: "", submissions: 0, reloads: 0, text: "before" })
    page.wait(230_000)
    await page.settled()
    expect(page.requests).toHaveLength(1)
    page.wait(20_000)
    await page.settled()
    expect(page.requests).toHaveLength(2)
  })

  test("renews no challenge while the page is hidden, but as soon as it is shown", async () => {
    const page = run("get", { isConditional: true, answer: () => new Promise(() => {}) })
    page.show()
    await page.settled()
    page.setHidden(true)
    page.wait(3_600_000)
    await page.settled()
    expect(page.requests).toHaveLength(1)
    page.setHidden(false)
    await page.settled()
    expect(page.requests).toHaveLength(2)
  })

  test("ends no question that the user has asked for, to renew an offer", async () => {
    const page = run("get", { isConditional: true, answer: () => new Promise(() => {}) })
    page.show()
    await page.settled()
    page.submit()
    await page.settled()
    page.wait(3_600_000)
    await page.settled()
    expect(page.asked.map(({ mediation }) => mediation)).toEqual(["conditional", undefined])
  })

  test("sends one form, says so, and sends another one when the browser shows the page again", async () => {
    const page = run("get")
    const other = { ...page.form, matches: () => false }
    expect(page.dispatch("submit", other).defaultPrevented).toBe(false)
    expect(page.sent()).toEqual([true, "Just a moment…"])
    expect(page.dispatch("submit", other).defaultPrevented).toBe(true)
    expect(page.submit().defaultPrevented).toBe(true)
    await page.settled()
    expect(page.requests).toEqual([])
    page.show()
    expect(page.sent()).toEqual([null, ""])
    expect(page.dispatch("submit", other).defaultPrevented).toBe(false)
  })

  test("sends no passkey beside another form, and no form beside a passkey", async () => {
    let choose = (_: unknown) => {}
    const page = run("get", { answer: () => new Promise((resolve) => (choose = resolve)) })
    const other = { ...page.form, matches: () => false }
    page.submit()
    await page.settled()
    expect(page.dispatch("submit", other).defaultPrevented).toBe(false)
    choose({})
    await page.settled()
    expect(page.state().submissions).toBe(0)
    page.show()
    page.submit()
    await page.settled()
    choose({})
    await page.settled()
    expect([page.state().submissions, page.dispatch("submit", other).defaultPrevented]).toEqual([1, true])
  })

  test("never reloads a page because of an offer", async () => {
    const page = run("get", { isConditional: true, reply: { ok: false, status: 403 } })
    page.show()
    await page.settled()
    expect([page.requests.length, page.state().reloads]).toEqual([1, 0])
  })

  test("ends the offer when the user presses the button, so that only one question is open", async () => {
    let answers = 0
    const page = run("get", {
      isConditional: true,
      answer: () => (answers++ === 0 ? new Promise(() => {}) : Promise.resolve({}))
    })
    page.show()
    await page.settled()
    page.submit()
    await page.settled()
    expect(page.asked.map(({ mediation, signal }) => [mediation, (signal as AbortSignal).aborted])).toEqual([
      ["conditional", true],
      [undefined, false]
    ])
    expect(page.state().submissions).toBe(1)
  })

  test("tells password managers which passkeys are left and which is unknown, and the server whether the device can create one", async () => {
    const page = run("create")
    page.show()
    await page.settled()
    expect([page.told, page.offered()]).toEqual([[{ rpId: "example.com" }, { credentialId: "gone" }], 1])
  })

  test("leaves the form to browsers without passkeys hidden, and asks for nothing", async () => {
    const page = run("get", { hasPasskeys: false, isConditional: true })
    page.show()
    await page.settled()
    expect([page.classes(), page.requests, page.offered()]).toEqual([["js"], [], ""])
  })

  test("is at most 3,360 bytes, and has the hash that the Content Security Policy names", () => {
    expect(Buffer.byteLength(PageScript.source)).toBeLessThanOrEqual(PageScript.maxLength)
    expect(PageScript.hash).toBe(createHash("sha256").update(PageScript.source).digest("base64"))
  })

  test("cannot end its element early, and writes no HTML", () => {
    expect(PageScript.source).not.toMatch(/<|innerHTML|insertAdjacent|document\.write|eval|Function/)
  })

  test("is a file that browsers keep for a year, at a path that changes with it", async () => {
    const { handler, method, path } = PageScript.route("/auth", { baseUrl: "https://auth.example.com" })
    const response = HttpServerResponse.toWeb(
      await Effect.runPromise(handler as Effect.Effect<HttpServerResponse.HttpServerResponse>)
    )
    expect([method, path]).toEqual(["GET", PageScript.at("/auth").url])
    expect(path).toMatch(/^\/auth\/pages-[A-Za-z0-9_-]{12}\.js$/)
    expect(await response.text()).toBe(PageScript.source)
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
  })
})
