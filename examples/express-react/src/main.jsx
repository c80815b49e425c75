import { SessionProvider } from "@latchkey/client/react"
import { createRoot } from "react-dom/client"
import { App } from "./App.jsx"

const { latchkeyUrl, reauthenticateUrl, session, signInUrl } = JSON.parse(
  document.querySelector("#initial").textContent
)

createRoot(document.querySelector("#root")).render(
  <SessionProvider baseUrl={latchkeyUrl} initialSession={session}>
    <App signInUrl={signInUrl} reauthenticateUrl={reauthenticateUrl} />
  </SessionProvider>
)
