/** Returns a `fetch` that keeps cookies, like a browser. Each one has its own cookies. */
export const withCookies = (): typeof fetch => {
  const cookies = new Map<string, string>()
  return async (input, init) => {
    const request = new Request(input, init)
    request.headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
    const response = await fetch(request)
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "") cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
}
