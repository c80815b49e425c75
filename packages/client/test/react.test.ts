import { createClient, type Session } from "@latchkey/client"
import {
  SessionProvider,
  type SessionProviderProps,
  SignedIn,
  SignedOut,
  useSession,
  useSignIn,
  useSignOut
} from "@latchkey/client/react"
import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { describe, expect, expectTypeOf, test } from "vitest"
import { sessionOf } from "./support/fakeSessions.ts"

interface Plan {
  readonly plan: string
}

const client = createClient({ fetch: () => Promise.reject(new Error("A server sends nothing")) })

const Status = () => useSession().status
const Step = () => useSignIn().step

/** Renders what each part shows. */
const render = (initialSession: SessionProviderProps["initialSession"]) =>
  renderToString(
    createElement(
      SessionProvider,
      { client, initialSession },
      createElement("i", null, createElement(Status)),
      createElement(SignedIn, null, createElement("b", null, "in")),
      createElement(SignedOut, null, createElement("b", null, "out")),
      createElement("u", null, createElement(Step))
    )
  )

describe("On a server", () => {
  test.each([
    ["a session", sessionOf("sess_ada"), "<i>signed-in</i><b>in</b><u>start</u>"],
    ["no session", null, "<i>signed-out</i><b>out</b><u>start</u>"],
    ["nothing", undefined, "<i>loading</i><u>start</u>"]
  ])("the state is what the app passes: %s", (_, initialSession, html) => {
    expect(render(initialSession)).toBe(html)
  })
})

test("A hook outside of the provider says what to do", () => {
  expect(() => renderToString(createElement(Status))).toThrow("Wrap the app in <SessionProvider>.")
})

// The compiler checks these, in `npm run check`.
test("The hooks have the app's types, and a state with a session is signed in", () => {
  const state = {} as ReturnType<typeof useSession<Plan>>
  if (state.status === "signed-in") expectTypeOf(state.session).toEqualTypeOf<Session<Plan>>()
  if (state.session !== null) expectTypeOf(state.status).toEqualTypeOf<"signed-in">()
  expectTypeOf<ReturnType<typeof useSignOut>>().toBeFunction()
})
