/**
 * The icons of the dashboard: lines on a grid of 16 by 16, in the color of the text beside them.
 */
import { Fragment } from "@latchkey/http/core/Page"

const paths = {
  overview: "M2.5 13.5h11M4 11V8m4 3V3m4 8V6",
  users:
    "M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.5 6a4.5 4.5 0 0 1 9 0m0-10.8a2.5 2.5 0 0 1 0 4.6m1.5 2a4.5 4.5 0 0 1 2.5 4.2",
  invitations: "M6.5 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM2 13.5a4.5 4.5 0 0 1 9 0M12.5 5v4m-2-2h4",
  emails: "M2.5 3.5h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Zm-.8.7L8 9l6.3-4.8",
  providers: "M6.5 9.5 9.5 6.5M7 4.5l1.3-1.3a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.3 1.3a3.2 3.2 0 0 1-4.5-4.5L4.5 7",
  webhooks: "M8.5 1.5 3 9h4.5L7 14.5 13 7H8.5Z",
  settings: "M1.5 4.5h7m4 0h2m-13 7h2m4 0h7M10.5 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  instances: "m8 1.8 6 3.2-6 3.2L2 5Zm-6 6.4 6 3.2 6-3.2M2 11.3l6 3.2 6-3.2",
  administrators: "M8 1.5 13.5 3.5v4c0 3.5-2.3 5.9-5.5 7-3.2-1.1-5.5-3.5-5.5-7v-4Zm-2.3 6.3 1.7 1.7 3-3.2",
  keys: "M5.2 14a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Zm2.3-5.5L13.5 2.5M11 5l2 2",
  access: "M2.5 2.5h11a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Zm3 11.5h5M8 10.5V14",
  audit: "M5.5 4h8m-8 4h8m-8 4h8M2.5 4h.01M2.5 8h.01M2.5 12h.01",
  passkey:
    "M6 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.5 6.5A4.5 4.5 0 0 1 9 10.2m3 .3a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm0 0v4l1.5-1.5",
  language:
    "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm-6.3-6.5h12.6M8 1.5c2 1.8 2.8 4 2.8 6.5S10 12.7 8 14.5C6 12.7 5.2 10.5 5.2 8S6 3.3 8 1.5Z",
  signOut: "M6 14H3.5a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1H6m4.5 9 3-3-3-3m3 3H6",
  switch: "m5 6 3-3 3 3m-6 4 3 3 3-3",
  menu: "M2 4.5h12M2 8h12M2 11.5h12",
  down: "m4 6 4 4 4-4",
  back: "M7 3.5 2.5 8 7 12.5M3 8h10.5",
  check: "m3 8.5 3.2 3.2L13 5"
} as const satisfies Readonly<Record<string, string>>

export type Icon = keyof typeof paths

/** Makes an icon. It says nothing to screen readers: the text beside it does. */
export const icon = (name: Icon): Fragment =>
  new Fragment(
    `<svg class="icon" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${paths[name]}"/></svg>`
  )
