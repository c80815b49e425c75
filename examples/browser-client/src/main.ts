import { createClient } from "@latchkey/client"
import * as Account from "./Account.js"

const account = Account.make(createClient({ baseUrl: "http://localhost:3000" }))

const form = document.querySelector("form")
const status = document.querySelector("[role=status]")

const show = async (text: Promise<string>) => {
  if (status !== null) status.textContent = await text
}

const actions = {
  requestLink: account.requestLink,
  signIn: account.signIn,
  signOut: account.signOut,
  signUp: account.signUp
}

form?.addEventListener("submit", (event) => {
  event.preventDefault()
  const fields = new FormData(form)
  const credentials = { email: `${fields.get("email")}`, password: `${fields.get("password")}` }
  const { value } = event.submitter as HTMLButtonElement
  void show(actions[value as keyof typeof actions](credentials))
})

void show(account.status())
