/**
 * The stylesheet of the pages for users. It is sent with every page, so it is small. What an instance can change is a
 * variable.
 */
export const style = `
:root{color-scheme:light dark;--accent:#1f5eff;--on-accent:#fff;--ink:#16181d;--soft:#565d6b;--paper:#fff;--ground:#f5f6f8;--edge:#d5d9e0;--bad:#b3261e;--bad-ground:#fdeeed;--good:#17633a;--good-ground:#e9f6ee}
@media (prefers-color-scheme:dark){:root{--ink:#eef0f4;--soft:#a9b0bd;--paper:#1b1e24;--ground:#121418;--edge:#383e49;--bad:#ffb4ab;--bad-ground:#3b1c1a;--good:#9bdcb4;--good-ground:#14301f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;align-items:center;padding:clamp(16px,10vh,120px) 16px 32px;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);overflow-wrap:anywhere;text-underline-offset:3px;-webkit-text-size-adjust:100%}
main{width:100%;max-width:26rem;background:var(--paper);border:1px solid var(--edge);border-radius:16px;padding:clamp(20px,6vw,32px)}
main.wide{max-width:38rem}
.brand{margin:0 0 4px;font-size:.9375rem;font-weight:600;color:var(--soft)}
.brand img{display:block;width:160px;height:40px;margin:0 0 16px;object-fit:contain;object-position:left}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 16px}
h2{font-size:1.0625rem;margin:32px 0 12px}
h1,button,.button{text-wrap:balance;word-break:auto-phrase}
p{margin:0 0 16px}
main>:last-child,form>:last-child{margin-bottom:0}
.soft{color:var(--soft);font-size:.875rem}
.under{margin:12px 0 0}
a{color:inherit}
label{display:block;font-weight:600;margin:0 0 4px}
.hint{display:block;font-size:.875rem;color:var(--soft);margin:0 0 6px}
.field{margin:0 0 16px}
input,select{font:inherit;width:100%;min-height:46px;padding:9px 12px;border:1px solid var(--soft);border-radius:8px;color:inherit;background:var(--paper)}
input[aria-invalid=true]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.error{display:block;font-size:.875rem;color:var(--bad);margin:6px 0 0}
button,.button{display:inline-block;font:inherit;font-weight:600;width:100%;min-height:46px;padding:10px 20px;border:1px solid transparent;border-radius:8px;text-align:center;text-decoration:none;cursor:pointer;color:var(--on-accent);background:var(--accent)}
button:hover,.button:hover{filter:brightness(.92)}
[aria-disabled=true]{opacity:.6;cursor:progress}
button.quiet,.button.quiet{color:var(--ink);background:transparent;border-color:var(--soft)}
button.quiet:hover{background:var(--ground);filter:none}
button.small{width:auto;white-space:nowrap;min-height:36px;padding:5px 14px;font-size:.875rem}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.password{position:relative;display:flex;gap:8px}
.reveal{display:none}
details summary{cursor:pointer;font-size:.875rem;padding:2px 0;text-decoration:underline}
details form{margin-top:8px}
.passkey,.print{display:none}
.passkeys .passkey{display:block}
.passkeys .unless-passkeys{display:none}
.js .print{display:inline-block}
.passkey .error:empty{margin:0}
.qr{width:fit-content;margin:0 auto 16px}
.qr svg{display:block;width:min(220px,65vw);height:auto;border-radius:8px}
.codes{margin:0 0 16px;padding:0;list-style:none;line-height:1.75}
code{font-size:.9375rem}
@media print{body{background:none}.actions,.under,footer{display:none}}
.js .reveal{display:block;flex:none;width:auto;min-width:5rem;padding-inline:14px}
button.link{width:auto;min-height:0;padding:2px 0;border:0;border-radius:2px;font-weight:inherit;color:inherit;background:none;text-decoration:underline}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
input:focus-visible,select:focus-visible{outline-width:2px;outline-offset:1px}
.or{display:flex;align-items:center;gap:12px;margin:20px 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--edge)}
.notice{border-radius:8px;padding:10px 14px;margin:0 0 20px}
.notice p{margin:0}
.notice form{margin-top:10px}
.notice ul{margin:4px 0 0;padding-inline-start:18px}
.notice.bad{color:var(--bad);background:var(--bad-ground)}
.notice.good{color:var(--good);background:var(--good-ground)}
.actions{display:flex;flex-wrap:wrap;gap:12px}
.actions>*{flex:1 1 10rem}
ul.rows{list-style:none;margin:0 0 16px;padding:0;border-bottom:1px solid var(--edge)}
ul.rows li{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:12px 0;border-top:1px solid var(--edge)}
ul.rows .hint{margin:0}
ul.keys li{display:grid;grid-template-columns:minmax(0,1fr) auto}
ul.keys details{grid-column:1/-1}
.tag{display:inline-block;padding:0 8px;border-radius:99px;font-size:.8125rem;line-height:1.5;font-weight:600;color:var(--good);background:var(--good-ground)}
.tag.open{color:var(--soft);background:var(--ground)}
form+form{margin-top:24px}
form+p{margin-top:12px}
.actions form,li form{margin:0}
footer{width:100%;max-width:26rem;margin-top:20px;text-align:center;font-size:.9375rem;color:var(--soft)}
footer button.link{color:var(--ink)}
footer a{display:inline-block;padding:2px 0;color:var(--ink)}
footer nav{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 20px;font-size:.875rem}
footer div+nav{margin-top:12px}
[dir=rtl] .brand img{object-position:right}
[dir=rtl] h1{letter-spacing:0}
[dir=rtl] input{direction:ltr;text-align:right}
@media (forced-colors:active){button,.button{border-color:ButtonText}}
`.replaceAll("\n", "")
