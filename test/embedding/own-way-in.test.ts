/** A method that an app adds, in one file: tickets on paper, each of which signs its owner in once. */
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { InvalidCredentials } from "@latchkey/domain/core/Errors"
import type { UserId } from "@latchkey/domain/core/Ids"
import * as AuthenticationMethods from "@latchkey/domain/instance/AuthenticationMethods"
import * as ConstantInstance from "@latchkey/domain/instance/ConstantInstance"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import { SessionIssuer } from "@latchkey/domain/session/SessionIssuer"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Http from "@latchkey/http/Http"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Field from "@latchkey/pages/core/Field"
import * as WayIn from "@latchkey/pages/core/WayIn"
import * as Pages from "@latchkey/pages/Pages"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"

const id = "paper_ticket"
const field = "ticket"

/** Who owns which ticket. */
class Tickets extends Context.Tag("Tickets")<Tickets, Map<string, UserId>>() {}

/** The method: of level 2, so a user who has a ticket is asked for one before a dangerous change. */
const Method = AuthenticationMethods.layerOwn(
  Effect.map(Tickets, (tickets) => {
    const has = (_: Instance, user: { readonly id: UserId }) =>
      Effect.sync(() => [...tickets.values()].includes(user.id))
    return [{ id, amr: [id, "mfa"], level: 2, isPossible: () => true, admits: has, stepsUp: has }]
  })
)

/** Uses a ticket up. */
const use = (tickets: Map<string, UserId>, form: URLSearchParams, isOwn: (owner: UserId) => boolean = () => true) =>
  Effect.suspend(() => {
    const ticket = form.get(field) ?? ""
    const owner = Option.filter(Option.fromNullable(tickets.get(ticket)), isOwn)
    if (Option.isSome(owner)) tickets.delete(ticket)
    return Effect.mapError(owner, () => new InvalidCredentials())
  })

const input = { id: field, label: "Ticket", type: "text", autocomplete: "one-time-code", error: undefined } as const

const form = (prefix: string, { texts }: WayIn.SignInForm["language"]) =>
  Page.html`<form method="post" action="${prefix}/sign-in/ticket">${Field.field(texts, input)}<button>Use it</button></form>`

/** What it shows on the pages. */
const OnPages = Layer.effect(
  WayIn.OwnWaysIn,
  Effect.map(
    Tickets,
    (tickets): ReadonlyArray<WayIn.MakeWayIn> => [
      ({ prefix }) =>
        Effect.map(Effect.all([Reauthenticate, Sessions]), ([reauthenticate, sessions]) => ({
          id,
          isOffered: () => true,
          signedIn: (_, at) => Page.html`With a paper ticket, ${at}`,
          accountPart: () => Page.html`<h2>Paper tickets</h2>`,
          signIn: { aboveForm: ({ language }) => form(prefix, language) },
          insteadOfFactor: ({ language }) => ({
            title: "Your ticket",
            text: "This app requires a ticket",
            form: form(prefix, language)
          }),
          reauthentication: {
            field,
            render: (page, isFirst) =>
              WayIn.reauthenticationForm(page, isFirst, Field.field(page.language.texts, input)),
            confirm: (request, form) =>
              Effect.flatMap(sessions.authenticate(request), (session) =>
                reauthenticate.renew(
                  request,
                  session,
                  id,
                  use(tickets, form, (owner) => owner === session.userId)
                )
              )
          }
        }))
    ]
  )
)

/** The route that signs in. */
const Route = HttpLayerRouter.use((router) =>
  Effect.gen(function* () {
    const endpoint = yield* Endpoint.Endpoint
    const issuer = yield* SessionIssuer
    const tickets = yield* Tickets
    const users = yield* UserRepository
    const signIn = ({ caller, cookies, instance, request }: Endpoint.RequestContext) =>
      Effect.gen(function* () {
        const owner = yield* use(tickets, yield* RequestReader.form(request))
        const user = yield* Effect.mapError(yield* users.findById(instance.id, owner), () => new InvalidCredentials())
        const issued = yield* issuer.issue({ instance, user, methods: [id], caller })
        return SessionCookies.setSignIn(cookies, issued)(Page.redirect("/account"))
        // A user who is disabled, too.
      }).pipe(Effect.catchTag("CredentialsChanged", () => new InvalidCredentials()))
    yield* router.add("POST", "/sign-in/ticket", endpoint.handle(signIn))
  })
)

const App = Layer.mergeAll(Http.layerRoutes, Pages.layerRoutes, Route).pipe(
  Layer.provide(Endpoint.layer),
  Layer.provide(HttpServer.layerContext)
)

const services = (instance: InstancePatch = {}) =>
  AuthTest.layerWith({ instance }).pipe(
    Layer.provideMerge(Layer.merge(Method, OnPages)),
    Layer.provideMerge(Layer.sync(Tickets, () => new Map()))
  )

type Services = AuthTest.Services | Tickets

const test = (title: string, body: Effect.Effect<void, unknown, Services | Scope.Scope>, instance?: InstancePatch) =>
  it.scoped(title, () => Effect.provide(body, services(instance)))

const origin = "http://localhost:3000"
const contentTypes = { form: "application/x-www-form-urlencoded", json: "application/json" } as const

/** A browser. It sends requests to the app without a server. */
const browserOf = (first: string) =>
  Effect.gen(function* () {
    const handler = yield* HttpLayerRouter.toHttpEffect(App)
    const handle = HttpApp.toWebHandlerRuntime(yield* Effect.runtime<Services>())(handler)
    const cookies = new Map(first === "" ? [] : first.split("; ").map((pair) => pair.split("=") as [string, string]))
    return (method: string, path: string, form?: Record<string, string>) =>
      Effect.promise(async () => {
        const isApi = path.startsWith("/v1/")
        const headers = {
          origin,
          accept: "text/html, application/json",
          cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
          ...(form === undefined ? {} : { "content-type": contentTypes[isApi ? "json" : "form"] })
        }
        const encoded = isApi ? JSON.stringify(form) : `${new URLSearchParams(form)}`
        const body = form === undefined ? null : encoded
        const reply = await handle(new Request(`${origin}${path}`, { method, headers, body }))
        for (const cookie of reply.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        return { status: reply.status, location: reply.headers.get("location"), text: await reply.text() }
      })
  })

const email = "ann@example.com"

/** Ann, who is signed in with her password, and has the tickets. */
const ann = (...owned: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { cookie, userId } = yield* (yield* AuthTest.AuthTest).signUp({ email })
    const tickets = yield* Tickets
    for (const ticket of owned) tickets.set(ticket, userId)
    return { browser: yield* browserOf(cookie), userId }
  })

const changed = (patch: InstancePatch) =>
  Effect.flatMap(InstanceDirectory, (instances) => instances.update(defaultId, patch))

const label = ">Ticket</label>"
const passwordField = 'type="password"'
const countOfOr = (page: { readonly text: string }) => page.text.split('class="or"').length - 1

describe("A method that an app adds", () => {
  test(
    "signs in from its part of the sign-in page, once, and is named in the session",
    Effect.gen(function* () {
      yield* ann("T-1")
      const browser = yield* browserOf("")
      const page = yield* browser("GET", "/sign-in")
      assert.include(page.text, 'action="/sign-in/ticket"')
      assert.include(page.text, label)
      assert.strictEqual(countOfOr(page), 1)
      assert.match(page.text, /Sign in with a passkey.*>Ticket</s, "after Latchkey's own")
      assert.notInclude((yield* browser("GET", "/sign-up")).text, label)
      assert.strictEqual((yield* browser("POST", "/sign-in/ticket", { ticket: "T-1" })).status, 303)
      const session = JSON.parse((yield* browser("GET", "/v1/auth/session")).text)
      assert.deepInclude(session, { email, amr: [id, "mfa"], aal: 2 })
      const { sessions } = JSON.parse((yield* browser("GET", "/v1/auth/sessions")).text)
      assert.include(
        sessions.map(({ method }: { readonly method: string }) => method),
        id
      )
      const account = yield* browser("GET", "/account")
      assert.include(account.text, "With a paper ticket")
      assert.include(account.text, "<h2>Paper tickets</h2>")
      const again = yield* browserOf("")
      assert.strictEqual((yield* again("POST", "/sign-in/ticket", { ticket: "T-1" })).status, 401)
    })
  )

  test(
    "is a sign-in with a time only if the app shows nothing of it on the pages",
    Effect.gen(function* () {
      const { userId } = yield* (yield* AuthTest.AuthTest).signUp({ email })
      const tickets = yield* Tickets
      tickets.set("T-1", userId)
      const browser = yield* Effect.provideService(browserOf(""), WayIn.OwnWaysIn, [])
      assert.strictEqual((yield* browser("POST", "/sign-in/ticket", { ticket: "T-1" })).status, 303)
      const account = yield* browser("GET", "/account")
      assert.match(account.text, /<span class="hint"><time [^>]*>just now<\/time><\/span>/)
    })
  )

  test(
    "is what a dangerous change asks for, and the page to confirm who one is takes it, from its owner only",
    Effect.gen(function* () {
      const { browser } = yield* ann("T-1", "T-2")
      const exportIt = browser("GET", "/v1/auth/account/export")
      assert.include((yield* exportIt).text, '"reauthentication_required"')
      const page = yield* browser("GET", "/reauthenticate")
      assert.include(page.text, label)
      assert.notInclude(page.text, passwordField)
      const tickets = yield* Tickets
      tickets.set("T-3", "user_someone_else" as UserId)
      const refused = yield* browser("POST", "/reauthenticate", { ticket: "T-3" })
      assert.deepStrictEqual([refused.status, tickets.has("T-3")], [401, true])
      assert.strictEqual((yield* browser("POST", "/reauthenticate", { ticket: "T-2" })).status, 303)
      const session = JSON.parse((yield* browser("GET", "/v1/auth/session")).text)
      assert.deepInclude(session, { amr: ["pwd", id, "mfa"], aal: 2 })
      assert.strictEqual((yield* exportIt).status, 200)
      yield* TestClock.adjust("10 minutes")
      assert.include((yield* exportIt).text, '"reauthentication_required"')
    })
  )

  test(
    "is asked for in the place of a second factor where one is required",
    Effect.gen(function* () {
      yield* ann("T-1")
      yield* changed({ authConfig: { secondFactor: "required" } })
      const browser = yield* browserOf("")
      const credentials = { email, password: AuthTest.defaultPassword }
      const { text } = yield* browser("POST", "/v1/auth/sign-in/email-password", credentials)
      assert.deepStrictEqual(JSON.parse(text), { secondFactorRequired: [id] })
      assert.include((yield* browser("GET", "/sign-in/second-factor")).text, "This app requires a ticket")
    })
  )

  const provisioned = (instance: Instance, userId: UserId) =>
    Effect.flatMap(UserProvisioning, ({ update }) =>
      update({ instance, by: { actor: "program" }, userId, patch: { password: Option.none() } })
    )

  test(
    "is a way in that is left when the password goes, and the last one stays",
    Effect.gen(function* () {
      const { userId } = yield* ann("T-1")
      const instance = yield* changed({ authConfig: { magic_link: false } })
      const tickets = yield* Tickets
      tickets.clear()
      assert.strictEqual((yield* Effect.flip(provisioned(instance, userId)))._tag, "NoSignInMethod")
      tickets.set("T-2", userId)
      assert.isFalse((yield* provisioned(instance, userId)).hasPassword)
    })
  )

  test(
    "can be the only one of an instance, whose pages then show nothing else",
    Effect.gen(function* () {
      yield* ann("T-1")
      yield* changed({ authConfig: { magic_link: false, passkey: false } })
      const browser = yield* browserOf("")
      assert.strictEqual(countOfOr(yield* browser("GET", "/sign-in")), 1)
      yield* changed({ authConfig: { password: false } })
      const { text } = yield* browser("GET", "/sign-in")
      assert.strictEqual(countOfOr({ text }), 0)
      assert.include(text, label)
      assert.notInclude(text, passwordField)
      assert.notInclude(text, 'type="email"')
      assert.notInclude(text, "Email me a sign-in link")
      assert.strictEqual((yield* browser("POST", "/sign-in/ticket", { ticket: "T-1" })).status, 303)
    })
  )

  it.scoped("can be the only one of an instance that is defined in code", () => {
    const only = ConstantInstance.layer({ name: "Tickets", authConfig: { password: false, magic_link: false } })
    const method = Layer.provide(
      Method,
      Layer.sync(Tickets, () => new Map())
    )
    return Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(Layer.build(only)))._tag, "InvalidInstances")
      yield* Layer.build(Layer.provide(only, method))
    })
  })
})
