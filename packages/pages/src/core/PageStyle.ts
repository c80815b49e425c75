/**
 * The stylesheet of the pages for users. It is sent with every page, so it is small. What an instance can change is a
 * variable.
 */
import { controlStyle } from "./ControlStyle.ts"

const layout = `
body{display:flex;flex-direction:column;align-items:center;padding:clamp(24px,9vh,112px) var(--space-4) var(--space-6)}
main{width:100%;max-width:26rem;background:var(--paper);border:1px solid var(--edge);border-radius:var(--radius-card);box-shadow:var(--shadow-card);padding:var(--space-6)}
main>:last-child,form>:last-child{margin-bottom:0}
a{color:inherit}
label{font-size:var(--text-s)}
button,.button{width:100%}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 var(--space-4);font-weight:600}
.brand span{flex:none;width:40px;line-height:40px;border-radius:var(--radius);text-align:center;font-size:var(--text-l);color:var(--on-accent);background:var(--accent)}
.brand img{display:block;width:160px;height:40px;object-fit:contain;object-position:left}
.under{margin:var(--space-3) 0 0}
form+p,form p.under,.ways+.soft{margin-top:var(--space-3)}
button+button{margin-top:var(--space-3)}
.ways>*+*{margin-top:var(--space-3)}
.ways>.button,.ways>form{display:flex}
.ways form{flex-direction:column}
h1+.ways,h1+form,main>.ways+form{margin-top:20px}
.mark{flex:none;width:20px;height:20px}
.last{position:absolute;inset-block-start:-11px;inset-inline-end:10px;padding:0 8px;border:1px solid var(--edge);border-radius:99px;font-size:var(--text-xs);line-height:20px;color:var(--soft);background:var(--paper)}
.or{display:flex;align-items:center;gap:var(--space-3);margin:20px 0;color:var(--soft);font-size:var(--text-s)}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--edge)}
html:not(.js) .reveal,html:not(.js) .print,html:not(.js) .copy,html:not(.passkeys) .passkey,html:not(.passkeys) .with-passkeys,.passkeys .unless-passkeys{display:none}
.with-link{display:grid;grid-template-columns:1fr auto;gap:0 var(--space-3)}
.with-link>*{grid-column:1/-1}
.with-link>label{grid-area:1/1}
.with-link>a{grid-area:1/2;font-size:var(--text-s);color:var(--soft)}
.password{position:relative}
.js .password input{padding-right:48px}
.js ::-ms-reveal{display:none}
button.reveal,button.reveal:hover{position:absolute;inset-block:1px;inset-inline-end:1px;width:44px;min-height:0;padding:0;border:0;color:var(--soft);background:none;box-shadow:none}
button.reveal:hover{color:var(--ink)}
.reveal svg{width:20px;height:20px}
[aria-pressed=false] .slash{display:none}
summary{cursor:pointer}
summary:not(.button){font-size:var(--text-s);padding:2px 0;text-decoration:underline}
summary.button{list-style:none}
summary.button::-webkit-details-marker{display:none}
details form{margin-top:8px}
.qr{width:fit-content;margin:0 auto var(--space-4)}
.qr svg{display:block;width:min(220px,65vw);height:auto;border-radius:var(--radius)}
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:2px var(--space-4);margin:0 0 var(--space-4);padding:var(--space-3) var(--space-4);list-style:none;line-height:1.75;border-radius:var(--radius);background:var(--hover)}
.actions{display:flex;flex-wrap:wrap;gap:var(--space-3)}
.actions>*{flex:1 1 10rem}
.actions button+button{margin:0}
ul.rows{list-style:none;margin:0 0 16px;padding:0;border-bottom:1px solid var(--edge)}
ul.rows li{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:12px 0;border-top:1px solid var(--edge)}
ul.rows .hint{margin:0}
ul.keys li{display:grid;grid-template-columns:minmax(0,1fr) auto}
ul.keys details{grid-column:1/-1}
main.wide{max-width:44rem;padding:0;border:0;border-radius:0;box-shadow:none;background:none}
.card{margin:var(--space-4) 0 0;padding:20px var(--space-5);background:var(--paper);border:1px solid var(--edge);border-radius:var(--radius-card);box-shadow:var(--shadow-control)}
.card>:last-child{margin-bottom:0}
.card .button,.card .actions>*{flex:none;width:auto}
.card .small{white-space:normal}
.card .rows .small{white-space:nowrap}
.card>.soft{margin:0 0 var(--space-3)}
.card>p:only-child{margin:0}
.card>h2+:is(form,.actions,.button){margin-top:var(--space-3)}
.row{display:flex;flex-direction:column;align-items:start;gap:var(--space-3);margin:0;color:var(--soft);font-size:var(--text-s)}
.card ul.rows{margin:var(--space-2) 0 0;border:0}
.card ul.rows li:first-child{border:0}
.card .rows+form{padding-top:var(--space-2)}
.card form{max-width:24rem}
.card details form{margin-top:var(--space-4)}
@media (min-width:36rem){.row{flex-direction:row;align-items:center;justify-content:space-between;gap:var(--space-5)}.row .button{margin-top:-26px}
.card:has(>h2+:is(.actions,.button)){display:flex;align-items:center;justify-content:space-between;gap:var(--space-5)}.card>h2+:is(.actions,.button){margin:0}
@supports selector(::details-content){.card:has(details){display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 var(--space-5)}
.card>:is(h2,p){grid-column:1}.card:has(details)>:is(p,.soft){margin:0}.card details{display:contents}.card summary{grid-area:1/2/3/3;align-self:center}.card details::details-content{grid-column:1/-1}}}
.wide .brand{margin-bottom:var(--space-5)}
.wide>.actions{max-width:26rem}
.wide .notice :is(.button,button){width:auto}
.notice.warn p{font-size:var(--text-s);margin-bottom:var(--space-3)}
section.notice{margin:var(--space-4) 0 0}
.set-up{display:flex;flex-direction:column}
.app .button{margin-top:var(--space-2)}
@media (min-width:48rem){.app{order:1}}
.key{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--space-2) var(--space-4);margin:0 0 var(--space-4);padding:var(--space-3) var(--space-4);border-radius:var(--radius);background:var(--hover)}
.key p{flex:1 1 14rem;margin:0}
.key code{display:block;font-size:1.0625rem;letter-spacing:.02em}
.done{font-size:var(--text-s);color:var(--good)}
.done:empty{position:absolute}
.actions>.done{flex-basis:100%}
form+form{margin-top:var(--space-3)}
.actions form,li form{margin:0}
footer{width:100%;max-width:26rem;margin-top:var(--space-5);text-align:center;font-size:var(--text-s);color:var(--soft)}
footer :is(a,button.link){display:inline-block;padding:2px 0;color:var(--ink);font-weight:600}
footer nav{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 20px}
footer nav a{color:var(--soft);font-weight:400;text-decoration:none}
footer nav a:hover{text-decoration:underline}
footer div+nav{margin-top:var(--space-4)}
[dir=rtl] .brand img{object-position:right}
[dir=rtl] input{direction:ltr;text-align:right}
.js[dir=rtl] .password input{padding-inline:48px var(--space-3)}
@media (max-width:30rem){.card{padding:var(--space-4)}body{padding:var(--space-5) 20px;background:var(--paper)}main{padding:0;border:0;border-radius:0;box-shadow:none;background:none}}
@media print{body{background:none}.actions,.under,footer{display:none}}
`

export const style = controlStyle + layout.replaceAll("\n", "")
