import { createClient, type Fetch } from "@latchkey/client"
import { Ok, ActiveSessionResponse, SignedIn } from "@latchkey/http/password/PasswordApi"
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import { onBothMounts } from "../http/support/conformance.ts"
import { newEmail, password } from "../http/support/contract.ts"
import { dataOf, problemOf } from "../../packages/client/test/support/results.ts"
import { clientOf } from "./support/cookieFetch.ts"

const exactly = { onExcessProperty: "error" } as const
const isSignedIn = (data: unknown) => Schema.validateSync(Schema.encodedSchema(SignedIn), exactly)(data)
const isSession = (data: unknown) => Schema.validateSync(Schema.encodedSchema(ActiveSessionResponse), exactly)(data)
const isOk = (data: unknown) => Schema.validateSync(Schema.encodedSchema(Ok), exactly)(data)

onBothMounts("the client", (service) => {
  const client = (headers?: Record<string, string>) => clientOf(service().origin, headers)
  const tokenFor = async (email: string) => {
    const link = await service().lastLink(email)
    return new URL(link, service().origin).searchParams.get("token") ?? ""
  }

  test("signs up, and has a session whose dates are ISO 8601", async () => {
    const { session, signUp } = client()
    const email = newEmail()
    const signedUp = dataOf(await signUp({ email, password }))
    isSignedIn(signedUp)
    const held = dataOf(await session())
    isSession(held)
    expect(held).toMatchObject({ ...signedUp, email, emailVerified: false })
    for (const date of [held.authenticatedAt, held.expiresAt]) expect(new Date(date).toISOString()).toBe(date)
  })

  test("signs in, which is another session of the same user", async () => {
    const person = client()
    const credentials = { email: newEmail(), password }
    const signedUp = dataOf(await person.signUp(credentials))
    const signedIn = dataOf(await person.signIn(credentials))
    isSignedIn(signedIn)
    expect(signedIn.userId).toBe(signedUp.userId)
    expect(signedIn.sessionId).not.toBe(signedUp.sessionId)
    expect(dataOf(await person.session()).sessionId).toBe(signedIn.sessionId)
  })

  test("says by a result, and not by a rejection, that nobody is signed in", async () => {
    expect(problemOf(await client().session())).toEqual({
      type: "urn:latchkey:problem:unauthenticated",
      title: "Not signed in",
      status: 401,
      detail: "Not signed in.",
      code: "unauthenticated"
    })
  })

  test("signs out here, with a session and without, and leaves other browsers alone", async () => {
    const [here, there] = [client(), client()]
    const credentials = { email: newEmail(), password }
    await here.signUp(credentials)
    await there.signIn(credentials)
    for (let times = 0; times < 2; times++) isOk(dataOf(await here.signOut()))
    expect(problemOf(await here.session()).code).toBe("unauthenticated")
    expect(dataOf(await there.session()).email).toBe(credentials.email)
  })

  test("signs out everywhere", async () => {
    const [here, there] = [client(), client()]
    const credentials = { email: newEmail(), password }
    await here.signUp(credentials)
    await there.signIn(credentials)
    isOk(dataOf(await here.signOutEverywhere()))
    expect(problemOf(await there.session()).code).toBe("unauthenticated")
    expect(problemOf(await there.signOutEverywhere()).code).toBe("unauthenticated")
  })

  test("has a link sent, and signs in by its token, once", async () => {
    const person = client()
    const email = newEmail()
    isOk(dataOf(await person.requestMagicLink({ email })))
    const token = await tokenFor(email)
    const signedIn = dataOf(await person.verifyMagicLink({ token }))
    isSignedIn(signedIn)
    expect(dataOf(await person.session())).toMatchObject({ ...signedIn, email, emailVerified: true })
    expect(problemOf(await person.verifyMagicLink({ token })).code).toBe("invalid_token")
  })

  test("sends what people typed as it is", async () => {
    const person = client()
    const email = newEmail()
    const typed = ' pa"ss\\wörd \u{1f511}\n'
    await person.signUp({ email: ` ${email.toUpperCase()}\t`, password: typed })
    expect(problemOf(await person.signIn({ email, password: typed.trim() })).code).toBe("invalid_credentials")
    isSignedIn(dataOf(await person.signIn({ email, password: typed })))
    expect(dataOf(await person.session()).email).toBe(email)
  })

  test("asks by the fetch that it is given, and else by the platform's as it is when it asks", async () => {
    const { fetch: platforms } = globalThis
    const urls: Array<string> = []
    const watching: Fetch = (url, init) => {
      urls.push(url)
      return platforms(url, init)
    }
    await createClient({ baseUrl: service().origin, fetch: watching }).session()
    expect(problemOf(await createClient({ baseUrl: service().origin, fetch }).session()).code).toBe("unauthenticated")
    const client = createClient({ baseUrl: service().origin })
    globalThis.fetch = watching as typeof fetch
    const asked = client.session()
    globalThis.fetch = platforms
    expect(problemOf(await asked).code).toBe("unauthenticated")
    await client.session()
    expect(urls).toEqual(Array(2).fill(`${service().origin}/v1/auth/session`))
  })
})
