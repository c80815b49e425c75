/**
 * The stylesheet of the pages for users. It is sent with every page, so it is small. What an instance can change is a
 * variable.
 */
import { controlStyle } from "./ControlStyle.ts"

const layout = `
body{display:flex;flex-direction:column;align-items:center;padding:clamp(16px,10vh,120px) 16px 32px}
main{width:100%;max-width:26rem;background:var(--paper);border:1px solid var(--edge);border-radius:var(--radius-card);box-shadow:var(--shadow-card);padding:clamp(20px,6vw,32px)}
main.wide{max-width:38rem}
.brand{margin:0 0 4px;font-size:.9375rem;font-weight:600;color:var(--soft)}
.brand img{display:block;width:160px;height:40px;margin:0 0 16px;object-fit:contain;object-position:left}
h2{font-size:1.0625rem;margin:32px 0 12px}
main>:last-child,form>:last-child{margin-bottom:0}
.under{margin:12px 0 0}
a{color:inherit}
button,.button{width:100%}
.password{position:relative;display:flex;gap:8px}
.reveal{display:none}
details summary{cursor:pointer;font-size:.875rem;padding:2px 0;text-decoration:underline}
details form{margin-top:8px}
.passkey,.print{display:none}
.passkeys .passkey{display:block}
.passkeys .unless-passkeys{display:none}
.js .print{display:inline-block}
.qr{width:fit-content;margin:0 auto 16px}
.qr svg{display:block;width:min(220px,65vw);height:auto;border-radius:8px}
.codes{margin:0 0 16px;padding:0;list-style:none;line-height:1.75}
@media print{body{background:none}.actions,.under,footer{display:none}}
.js .reveal{display:block;flex:none;width:auto;min-width:5rem;padding-inline:14px}
.or{display:flex;align-items:center;gap:12px;margin:20px 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--edge)}
.actions{display:flex;flex-wrap:wrap;gap:12px}
.actions>*{flex:1 1 10rem}
ul.rows{list-style:none;margin:0 0 16px;padding:0;border-bottom:1px solid var(--edge)}
ul.rows li{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:12px 0;border-top:1px solid var(--edge)}
ul.rows .hint{margin:0}
ul.keys li{display:grid;grid-template-columns:minmax(0,1fr) auto}
ul.keys details{grid-column:1/-1}
form+form{margin-top:24px}
form+p{margin-top:12px}
.actions form,li form{margin:0}
footer{width:100%;max-width:26rem;margin-top:20px;text-align:center;font-size:.9375rem;color:var(--soft)}
footer button.link{color:var(--ink)}
footer a{display:inline-block;padding:2px 0;color:var(--ink)}
footer nav{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 20px;font-size:.875rem}
footer div+nav{margin-top:12px}
[dir=rtl] .brand img{object-position:right}
[dir=rtl] input{direction:ltr;text-align:right}
`

export const style = controlStyle + layout.replaceAll("\n", "")
