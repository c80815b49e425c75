import { SignedIn, SignedOut, useSession, useSignOut } from "@latchkey/client/react"
import { useEffect, useState } from "react"

/** Calls the app's API. Returns its JSON; a refusal is `{ code, detail }`. */
const call = async (method, path) => (await fetch(path, { method })).json()

const Orders = ({ reauthenticateUrl }) => {
  const { session } = useSession()
  const signOut = useSignOut()
  const [reply, setReply] = useState({ orders: [] })
  const [message, setMessage] = useState("")

  useEffect(() => {
    call("GET", "/api/orders").then(setReply)
  }, [])

  const pay = async () => {
    const { code, detail } = await call("POST", "/api/payments")
    if (code === "recent_sign_in_required") return location.assign(reauthenticateUrl)
    setMessage(detail ?? "Paid")
  }

  return (
    <>
      <h1>Orders of {session.email}</h1>
      <ul>
        {reply.orders?.map((order) => (
          <li key={order}>{order}</li>
        ))}
      </ul>
      <p role="status">{reply.detail ?? message}</p>
      <button type="button" onClick={pay}>
        Pay
      </button>
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </>
  )
}

export const App = ({ reauthenticateUrl, signInUrl }) => (
  <>
    <SignedIn>
      <Orders reauthenticateUrl={reauthenticateUrl} />
    </SignedIn>
    <SignedOut>
      <h1>Welcome</h1>
      <a href={signInUrl}>Sign in</a>
    </SignedOut>
  </>
)
