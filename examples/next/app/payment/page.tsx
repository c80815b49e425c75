import { latchkey } from "@/latchkey"

async function pay() {
  "use server"
  const { email } = await latchkey.requireRecent("/payment", { maxAge: 600 })
  // biome-ignore lint/suspicious/noConsole: it stands for the payment.
  console.log(`${email} has paid`)
}

export default async function Payment() {
  const { email } = await latchkey.requireRecent("/payment", { maxAge: 600 })
  return (
    <form action={pay}>
      <h1>Payment by {email}</h1>
      <button type="submit">Pay</button>
    </form>
  )
}
