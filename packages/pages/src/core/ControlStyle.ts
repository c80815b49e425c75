/**
 * The style of what pages and dashboard share: text, buttons, fields and notices. Every state of a control is drawn
 * here once: rest, hover, pressed, focus, busy, disabled, and error.
 */
import { variables } from "./DesignTokens.ts"

const base = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;font:1rem/1.5 var(--font);color:var(--ink);background:var(--ground);overflow-wrap:anywhere;text-underline-offset:3px;-webkit-text-size-adjust:100%}
h1{font-size:var(--text-xl);line-height:1.25;letter-spacing:-.015em;margin:0 0 var(--space-4)}
h2{font-size:var(--text-m);line-height:1.4;margin:0 0 var(--space-1)}
h1,button,.button{text-wrap:balance;word-break:auto-phrase}
p{margin:0 0 var(--space-4)}
code{font:.9375em/1.5 var(--font-code)}
.soft{color:var(--soft);font-size:var(--text-s)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:lang(ar) h1{letter-spacing:0}
`

const buttons = `
button,.button{position:relative;display:inline-flex;align-items:center;justify-content:center;gap:var(--space-2);font:inherit;font-weight:600;line-height:1.375;min-height:var(--control);padding:10px 20px;border:1px solid transparent;border-radius:var(--radius);text-align:center;text-decoration:none;cursor:pointer;color:var(--on-accent);background:var(--accent);box-shadow:var(--shadow-control);transition:background-color var(--quick),border-color var(--quick)}
button:hover,.button:hover{background:color-mix(in srgb,var(--accent) 88%,var(--accent-shift))}
button:active,.button:active{background:color-mix(in srgb,var(--accent) 76%,var(--accent-shift))}
button.quiet,.button.quiet{color:var(--ink);background:var(--paper);border-color:var(--line)}
button.quiet:hover,.button.quiet:hover{background:var(--hover)}
button.quiet:active,.button.quiet:active{background:var(--edge)}
button.bad,.button.bad{color:var(--paper);background:var(--bad)}
button.bad:hover,.button.bad:hover{background:color-mix(in srgb,var(--bad) 88%,var(--ink))}
button.bad:active,.button.bad:active{background:color-mix(in srgb,var(--bad) 76%,var(--ink))}
button.quiet.bad,.button.quiet.bad{color:var(--bad);background:var(--paper)}
button.quiet.bad:hover,.button.quiet.bad:hover{border-color:var(--bad);background:var(--bad-ground)}
button.small,.button.small{width:auto;white-space:nowrap;min-height:var(--control-s);padding:5px 14px;font-size:var(--text-s)}
button.link,button.link:is(:hover,:active){width:auto;min-height:0;padding:2px 0;border:0;border-radius:2px;font-weight:inherit;color:inherit;background:none;box-shadow:none;text-decoration:underline}
[aria-disabled=true]{opacity:.65;cursor:progress}
:disabled{opacity:.65;cursor:not-allowed}
:disabled :disabled{opacity:1}
@media (prefers-reduced-motion:no-preference){
[aria-busy=true],[aria-busy=true]:hover{color:transparent;opacity:1}
[aria-busy=true]>*{visibility:hidden}
[aria-busy=true]::after{content:"";position:absolute;inset:calc(50% - 9px);border:2px solid var(--on-accent);border-inline-end-color:transparent;border-radius:50%;width:18px;height:18px;animation:turn .7s linear infinite}
.quiet[aria-busy=true]::after,.link[aria-busy=true]::after{border-color:var(--ink) transparent var(--ink) var(--ink)}
.bad[aria-busy=true]::after{border-color:var(--paper) transparent var(--paper) var(--paper)}
.quiet.bad[aria-busy=true]::after{border-color:var(--bad) transparent var(--bad) var(--bad)}
@keyframes turn{to{transform:rotate(1turn)}}}
@media (forced-colors:active){button,.button{border-color:ButtonText}}
`

const fields = `
label{display:block;font-weight:600;margin:0 0 var(--space-1)}
.hint{display:block;font-size:var(--text-s);color:var(--soft);margin:0 0 6px}
.field{margin:0 0 var(--space-4)}
input,select,textarea{font:inherit;width:100%;min-height:var(--control);padding:9px var(--space-3);border:1px solid var(--line);border-radius:var(--radius);color:inherit;background:var(--paper);box-shadow:var(--shadow-control);transition:border-color var(--quick)}
input:hover,select:hover,textarea:hover{border-color:var(--soft)}
[type=checkbox],[type=radio]{width:22px;height:22px;min-height:22px;margin:0;padding:0;accent-color:var(--accent);box-shadow:none}
[aria-invalid=true]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.error{display:block;font-size:var(--text-s);color:var(--bad);margin:6px 0 0}
.error:empty{margin:0}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
input:focus-visible,select:focus-visible,textarea:focus-visible{outline-width:2px;outline-offset:-1px}
[type=checkbox]:focus-visible,[type=radio]:focus-visible{outline-offset:2px}
`

const notices = `
.notice{border:1px solid color-mix(in srgb,currentColor 16%,transparent);border-radius:var(--radius);padding:10px 14px;margin:0 0 var(--space-4);background:var(--hover)}
.notice p{margin:0}
.notice form{margin-top:10px}
.notice ul{margin:4px 0 0;padding-inline-start:18px}
.notice.bad{color:var(--bad);background:var(--bad-ground)}
.notice.warn{color:var(--warn);background:var(--warn-ground)}
.notice.good{color:var(--good);background:var(--good-ground)}
.tag{display:inline-block;padding:0 8px;border-radius:99px;font-size:var(--text-xs);line-height:1.6;font-weight:600;white-space:nowrap;color:var(--soft);background:var(--hover)}
.tag.good{color:var(--good);background:var(--good-ground)}
.tag.warn{color:var(--warn);background:var(--warn-ground)}
.tag.bad{color:var(--bad);background:var(--bad-ground)}
`

/** The start of both stylesheets: the variables of the design tokens, and what is the same in both. */
export const controlStyle = [variables, base, buttons, fields, notices].join("").replaceAll("\n", "")
