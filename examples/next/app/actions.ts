"use server"
import { redirect } from "next/navigation"
import { latchkey } from "@/latchkey"

export async function signOut() {
  await latchkey.signOut()
  redirect("/")
}
