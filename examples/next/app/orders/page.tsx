import { latchkey } from "@/latchkey"

export default async function Orders() {
  const { email } = await latchkey.requireSession("/orders")
  return <h1>Orders of {email}</h1>
}
