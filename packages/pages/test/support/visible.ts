/** Returns what a reader sees of the HTML of an email, without its title. */
export const visible = (html: string): string =>
  html
    .replace(/<(title|style)[\s\S]*?<\/\1>|<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ")
    .trim()
