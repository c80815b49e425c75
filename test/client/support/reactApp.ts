/** An app with React, as it runs in the browser: every step of a sign-in, without looks. */
import { createClient } from "@latchkey/client"
import * as de from "@latchkey/client/messages/de"
import * as en from "@latchkey/client/messages/en"
import { SessionProvider, SignedIn, SignedOut, useSession, useSignIn, useSignOut } from "@latchkey/client/react"
import { createElement as h, type FormEvent, type ReactNode, StrictMode, useEffect } from "react"

const Button = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) =>
  h("button", { type: "button", id: name, onClick }, name)

/** A form that passes what the user has entered. */
const Form = (props: {
  readonly id: string
  readonly fields: ReadonlyArray<string>
  readonly send: (values: Readonly<Record<string, string>>) => void
}) => {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    props.send(Object.fromEntries(new FormData(event.currentTarget).entries()) as Record<string, string>)
  }
  const inputs = props.fields.map((name) =>
    h("input", { key: name, name, autoComplete: name === "email" ? "username webauthn" : "off" })
  )
  return h("form", { id: props.id, onSubmit: submit }, inputs, h("button", { type: "submit" }, "Continue"))
}

const Start = ({ step }: { readonly step: Extract<ReturnType<typeof useSignIn>, { readonly step: "start" }> }) => {
  const { offerPasskeys } = step
  useEffect(() => (new URLSearchParams(location.search).has("offer") ? offerPasskeys() : undefined), [offerPasskeys])
  return h(
    "div",
    null,
    h(Form, {
      id: "password",
      fields: ["email", "password"],
      send: ({ email = "", password = "" }) => step.signIn({ email, password })
    }),
    h(Form, { id: "link", fields: ["email"], send: ({ email = "" }) => step.requestLink({ email }) }),
    h(Button, { name: "passkey", onClick: step.signInWithPasskey })
  )
}

const stepOf = (step: ReturnType<typeof useSignIn>): ReactNode => {
  switch (step.step) {
    case "start":
      return h(Start, { step })
    case "link-sent":
    case "second-factor":
      return h(Form, { id: step.step, fields: ["code"], send: ({ code = "" }) => step.enterCode(code) })
    case "enrollment":
      return h(
        "div",
        null,
        h("code", { id: "secret" }, step.secret),
        h(Form, { id: step.step, fields: ["code"], send: ({ code = "" }) => step.enterCode(code) })
      )
    case "recovery-codes":
      return h(
        "div",
        null,
        h("pre", null, step.recoveryCodes.join("\n")),
        h(Button, { name: "finish", onClick: step.finish })
      )
    default:
      return step.step
  }
}

const SignInForm = ({ isGerman }: { readonly isGerman: boolean }) => {
  const step = useSignIn(isGerman ? de : en)
  return h("main", { id: "sign-in" }, stepOf(step), h("p", { role: "alert" }, step.message))
}

/** Notes each state that is rendered, in its order. */
const Status = () => {
  const { session, status } = useSession()
  const text = session === null ? status : `${status} ${session.email}`
  if (typeof window !== "undefined") window.rendered.push(text)
  return h("h1", null, text)
}

const SignOut = () => {
  const signOut = useSignOut()
  return h(Button, { name: "sign-out", onClick: () => void signOut() })
}

type Initial = NonNullable<Parameters<typeof SessionProvider>[0]["initialSession"]> | null | undefined

/** Makes the whole app. */
export const app = (initialSession: Initial, isGerman = false) =>
  h(
    StrictMode,
    null,
    h(
      SessionProvider,
      { client: createClient(), initialSession },
      h(Status),
      h(SignedIn, null, h(SignOut)),
      h(SignedOut, null, h(SignInForm, { isGerman }))
    )
  )

declare global {
  interface Window {
    rendered: Array<string>
    readonly initialSession: Initial
    /** Renders the app again, as a framework does for another page. */
    renderAgain: (initialSession: Initial, isGerman?: boolean) => void
  }
}
