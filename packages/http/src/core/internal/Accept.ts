/**
 * @since 0.1.0
 */

const quality = (accept: string, type: string): number => {
  for (const entry of accept.toLowerCase().split(",")) {
    const [media = "", ...parameters] = entry.split(";").map((part) => part.trim())
    if (media !== type) continue
    const q = parameters.find((parameter) => parameter.startsWith("q="))
    return q === undefined ? 1 : Number(q.slice(2)) || 0
  }
  return 0
}

/**
 * Whether an `Accept` header names `text/html`, and does not want JSON more: so browsers navigate, and so no program
 * asks by accident (RFC 9110 section 12.5.1).
 *
 * @since 0.1.0
 */
export const prefersHtml = (accept: string | undefined): boolean => {
  const html = quality(accept ?? "", "text/html")
  return html > 0 && html >= quality(accept ?? "", "application/json")
}
