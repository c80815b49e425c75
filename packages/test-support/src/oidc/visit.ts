/** What a provider sends a user back with: the parameters of the query or of the form, and where to. */
export interface SentBack {
  readonly method: "GET" | "POST"
  /** The redirect URI, with its query. */
  readonly url: string
  readonly parameters: Readonly<Record<string, string>>
}

const unescaped = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&")

const attribute = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : unescaped(value)
}

export interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Reads the first form of a page. */
export const formOf = (page: string): Form => {
  const [form = ""] = /<form[^>]*>[\s\S]*?<\/form>/.exec(page) ?? []
  const fields = [...form.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    const name = attribute(tag, "name")
    return name === undefined ? [] : [[name, attribute(tag, "value") ?? ""]]
  })
  return { action: attribute(form, "action") ?? "", fields: Object.fromEntries(fields) }
}

/** Follows a browser's way through the pages of one provider, with its cookies, until it is sent back. */
export class Visit {
  readonly #cookies = new Map<string, string>()

  /** Requests a page. Returns it, or where the provider sends the user back to. */
  async open(url: string, body?: URLSearchParams): Promise<string | SentBack> {
    const { origin } = new URL(url)
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: cookie === "" ? {} : { cookie },
      ...(body === undefined ? {} : { body })
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === "") this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const location = response.headers.get("location")
    if (location !== null) {
      const next = new URL(location, url)
      if (next.origin === origin) return this.open(next.href)
      return { method: "GET", url: next.href, parameters: Object.fromEntries(next.searchParams) }
    }
    const page = await response.text()
    const { action, fields } = formOf(page)
    return URL.canParse(action) && new URL(action).origin !== origin
      ? { method: "POST", url: action, parameters: fields }
      : page
  }
}
