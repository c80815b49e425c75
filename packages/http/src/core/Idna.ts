/** IDNA by the URL parser that every runtime has (WHATWG URL, UTS 46). Returns `""` for a domain that it refuses. */
export const domainToAscii = (domain: string): string => {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return ""
  try {
    return new URL(`http://${domain}/`).hostname
  } catch {
    return ""
  }
}
