/**
 * What the emails have in common. They load nothing and are readable in light and dark.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"

const calendar = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" })

/** Formats a time: "November 22, 2026 at 15:04 UTC". The time zone of the reader is unknown. */
export const formatTime = (time: DateTime.Utc): string =>
  `${calendar.format(time.epochMillis)} at ${DateTime.formatIso(time).slice(11, 16)} UTC`

/** Makes the HTML of an email. */
export const document = (subject: string, body: Fragment): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
${body}
</div>
</body>
</html>
`.source
