/** Returns what a reader sees of the HTML of an email, without its title and what inboxes show beside the subject. */
export const visible = (html: string): string =>
  html
    .replace(/<(title|style)[\s\S]*?<\/\1>|<div style="display:none[^<]*<\/div>|<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ")
    .trim()
