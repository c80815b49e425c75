"use client"

export default function ErrorPage({ error }: { readonly error: Error & { readonly digest?: string } }) {
  const isOutage = error.digest === "latchkey_unavailable"
  return <h1>{isOutage ? "We cannot check who you are. Try again in a minute." : "Something went wrong."}</h1>
}
