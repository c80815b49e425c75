/**
 * The stylesheet of the dashboard: what it has in common with the other pages, its frame, forms, lists and a chart.
 */
import { controlStyle } from "../../core/ControlStyle.ts"
import { style as pageStyle } from "../../core/PageStyle.ts"
import { dataTableStyle } from "./DataTableStyle.ts"

const frame = `
:root{--control:36px;--control-s:30px;--side:15rem}
@media (pointer:coarse){:root{--control:44px;--control-s:36px}}
body{font-size:var(--text-s);background:var(--paper)}
a{color:var(--link)}
.icon{flex:none;vertical-align:-3px}
.strong{font-weight:600}
.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:absolute;z-index:3;padding:10px 16px;background:var(--paper)}
.bar{display:flex;align-items:center;justify-content:space-between;gap:var(--space-3);padding:var(--space-2) var(--space-4);background:var(--ground);border-bottom:1px solid var(--edge)}
.bar a{color:inherit;font-weight:600;font-size:var(--text-m);padding:6px 0;text-decoration:none}
main{max-width:72rem;margin:0 auto;padding:var(--space-5) var(--space-4) 64px}
.side{inset:0 auto 0 0;width:min(20rem,100%);height:100%;max-height:none;margin:0;padding:var(--space-3);border:0;border-inline-end:1px solid var(--edge);color:inherit;background:var(--ground);flex-direction:column;gap:var(--space-3);overflow:auto}
[dir=rtl] .side{inset:0 0 0 auto}
.side:popover-open{display:flex}
.side::backdrop{background:rgb(0 0 0/.4)}
@media (min-width:60rem){
body{padding-inline-start:var(--side)}
.bar{display:none}
.side{display:flex;position:fixed;width:var(--side);z-index:1}
main{padding:var(--space-6) var(--space-6) 64px}
}
.side ul{margin:0;padding:0;list-style:none}
.side a,.side summary,.side button{display:flex;align-items:center;gap:10px;width:100%;min-height:32px;padding:5px var(--space-2);border:0;border-radius:6px;font:inherit;text-align:start;color:var(--ink);background:none;box-shadow:none;text-decoration:none;cursor:pointer;justify-content:start}
.side :is(a,summary,button):hover{background:var(--edge)}
@media (pointer:coarse){.side a,.side summary,.side button{min-height:44px}}
.side a .icon,.side button .icon,.side summary .icon{color:var(--soft)}
.side a[aria-current=page]{font-weight:600;background:color-mix(in srgb,var(--accent) 12%,transparent)}
.side a[aria-current=page] .icon{color:var(--link)}
.side a[aria-current=true]{font-weight:600}
.places{flex:1}
.side .title{margin:var(--space-5) 0 var(--space-1);padding:0 var(--space-2);font-size:var(--text-xs);font-weight:600;color:var(--soft)}
.avatar{flex:none;display:grid;place-items:center;width:26px;height:26px;border-radius:6px;font-size:11px;font-weight:600;letter-spacing:.02em;color:var(--on-accent);background:var(--accent)}
.up .avatar{border-radius:50%;color:var(--ink);background:var(--edge)}
.drop{position:relative}
.drop summary{list-style:none;min-height:40px}
.drop summary::-webkit-details-marker{display:none}
.drop summary>span:not(.avatar){flex:1;min-width:0;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;line-height:1.3}
.drop summary .soft{display:block;font-size:var(--text-xs);font-weight:400}
.drop>ul{position:absolute;z-index:2;inset-inline:0;margin-top:4px;padding:4px;max-height:60vh;overflow:auto;border:1px solid var(--edge);border-radius:var(--radius);background:var(--paper);box-shadow:var(--shadow-card)}
.drop>ul :is(a,button):hover{background:var(--hover)}
.drop>ul a span:not(.avatar){min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.up>ul{bottom:100%;margin:0 0 4px}
.head{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 var(--space-5);align-items:start;margin:0 0 var(--space-5)}
.head .back{grid-column:1/-1;margin:0 0 var(--space-2)}
.back a{display:inline-flex;align-items:center;gap:6px;padding:2px 0;color:var(--soft);text-decoration:none}
.back a:hover{color:var(--ink);text-decoration:underline}
.head h1{grid-column:1;margin:0}
.lead{grid-column:1;margin:var(--space-1) 0 0;max-width:42rem;color:var(--soft)}
.head .actions{grid-area:1/2/span 2;margin:0}
.back~.actions{grid-row:2/span 2}
@media (max-width:40rem){.head .actions,.head .back~.actions{grid-area:auto/1;margin:var(--space-3) 0 0}}
h2{font-size:var(--text-m)}
h3{font-size:var(--text-s);margin:0 0 var(--space-2)}
.within{margin:0 0 var(--space-4)}
.within ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0;padding:0;list-style:none}
.within a{display:inline-block;padding:4px 0;text-underline-offset:3px}
.within a[aria-current]{font-weight:600;color:inherit;text-decoration:none}
.card{margin:0 0 var(--space-5);padding:20px;border:1px solid var(--edge);border-radius:var(--radius-card);background:var(--paper);scroll-margin-top:16px}
.card>:last-child{margin-bottom:0}
pre{margin:0 0 var(--space-3);font:.8125rem/1.6 var(--font-code);white-space:pre-wrap;overflow-wrap:anywhere}
`

const forms = `
form{margin:0}
button,.button{padding:6px 14px;font-size:var(--text-s)}
button.small,.button.small{padding:3px 10px}
fieldset{min-width:0;margin:0;padding:0;border:0}
.user-field{display:grid;grid-template-columns:1fr 1fr;gap:var(--space-3) var(--space-4);padding:var(--space-4) 0;border-top:1px solid var(--edge)}
.user-field legend{float:inline-start;grid-column:1/-1;padding:0;font-weight:600}
.user-field details{grid-column:1/-1}
.user-field details>div{margin-top:var(--space-3)}
.user-field .check{align-self:end}
.user-fields>div:first-child{padding-bottom:var(--space-3)}
.field{max-width:34rem}
.field.wide{max-width:none}
.field.short input{max-width:14rem}
.hint,.error{max-width:38rem}
ul.error{padding-inline-start:20px}
input,select,textarea{padding:6px 10px;font-size:var(--text-s)}
@media (pointer:coarse){input,select,textarea{font-size:1rem}}
textarea{resize:vertical;font:.8125rem/1.6 var(--font-code)}
.check{display:grid;grid-template-columns:22px 1fr;gap:0 10px;align-items:center}
.check label{margin:0;padding:6px 0}
.check .hint,.check .error{grid-column:2}
.checks{columns:13rem;column-gap:var(--space-3)}
.checks label{break-inside:avoid;display:flex;gap:10px;align-items:center;margin:0;padding:4px 0;font-weight:400}
.field .label{display:block;margin-bottom:4px;font-size:var(--text-s);font-weight:600}
.preview{display:block;width:100%;height:32rem;border:1px solid var(--edge);border-radius:var(--radius);background:var(--paper)}
.actions{display:flex;flex-wrap:wrap;gap:var(--space-2);margin:0}
.passkey{display:none;margin:0 0 16px}
.passkeys .passkey{display:block}
.passkeys .unless-passkeys{display:none}
.passkey .error{margin:6px 0 0}
.card.form{container-type:inline-size;padding:0;overflow:clip}
.card.form>:not(form){margin-inline:20px}
.card.form>:is(h2,.notice):not(:first-child){margin-top:var(--space-4)}
.card.form>h2:first-child{margin-top:20px}
.card.form>.notice:first-child{margin-top:20px}
.card.form>form{margin-top:-1px}
.card.form>*+form{margin-top:var(--space-4)}
.card.form .field{max-width:none;margin:0;padding:var(--space-4) 20px;border-top:1px solid var(--edge)}
.card.form .hint{margin:0}
.card.form .field>div+div{margin-top:var(--space-2)}
@container (min-width:36rem){
.card.form .field:not(.check,.user-fields){display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:0 var(--space-5);align-items:start}
.card.form .field>div+div{margin-top:0}
}
.card.form .check label{padding:0}
.card.form .check{gap:2px 12px}
.save{display:flex;flex-wrap:wrap;gap:var(--space-2);padding:var(--space-3) 20px;border-top:1px solid var(--edge);background:var(--ground)}
.notice a{color:inherit}.notice li a{display:inline-block;padding:2px 0;vertical-align:top}
.danger{border-color:color-mix(in srgb,var(--bad) 40%,var(--edge))}
fieldset.group{display:grid;grid-template-columns:1fr 1fr;gap:var(--space-2) var(--space-4);padding:var(--space-3) 20px;border-top:1px solid var(--edge)}
fieldset.group legend{float:inline-start;grid-column:1/-1;padding:0;font-weight:600}
.card.form fieldset.group .field{display:block;padding:0;border:0}
.card.form fieldset.group .field>div+div{margin-top:0}
fieldset.group label{margin-bottom:2px;font-size:var(--text-xs);font-weight:400;color:var(--soft)}
@container (min-width:36rem){
fieldset.group{grid-template-columns:minmax(0,1fr) 8.5rem 8.5rem;align-items:center}
fieldset.group legend{grid-column:1}
}
.card.form>.facts{margin-block:20px 0}
.card.form>p{margin-block:var(--space-1) 0;color:var(--soft)}
.card.narrow{max-width:40rem}
.consequences{margin-block:20px 0;padding-inline-start:20px;color:var(--soft)}
.consequences li{margin-bottom:var(--space-1)}
.empty{padding:var(--space-7) var(--space-4);text-align:center}
.empty p{max-width:34rem;margin:0 auto var(--space-1)}
.empty p+p{color:var(--soft)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(12.5rem,1fr));gap:var(--space-2);margin:var(--space-3) 0 0;padding:0;list-style:none}
.tiles a{display:flex;align-items:center;gap:10px;min-height:var(--control);padding:10px 14px;border:1px solid var(--edge);border-radius:var(--radius);color:inherit;font-weight:600;text-decoration:none}
.tiles a:hover{border-color:var(--line);background:var(--hover)}
.tiles svg{flex:none;width:20px;height:20px}
.copyable{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-1) var(--space-2)}
.copyable code{user-select:all}
html:not(.js) .copy{display:none}
.secret{margin:0 0 var(--space-4);padding:var(--space-3);border:1px solid var(--edge);border-radius:var(--radius);background:var(--ground)}
.secret code{flex:1 1 16rem;min-width:0}
.actions.foot{margin-top:var(--space-4);padding-top:var(--space-4);border-top:1px solid var(--edge)}
.settings{display:grid;gap:var(--space-4);max-width:64rem}
.settings>div{min-width:0}
.topics ul{list-style:none;padding:var(--space-1);margin:0}
.topics a{display:block;padding:6px 10px;border-radius:6px;color:inherit;text-decoration:none}
.topics a:hover{background:var(--hover)}
.topics a[aria-current]{font-weight:600;background:var(--hover)}
.topics ul:popover-open{inset:0;width:fit-content;min-width:16rem;height:fit-content;margin:auto;border:1px solid var(--edge);border-radius:var(--radius);color:inherit;background:var(--paper);box-shadow:var(--shadow-card)}
.topics ul::backdrop{background:rgb(0 0 0/.4)}
@media (min-width:48rem){
.settings{grid-template-columns:11rem minmax(0,1fr);gap:var(--space-6)}
.topics button{display:none}
.topics ul,.topics ul:popover-open{display:block;position:sticky;top:var(--space-6);inset-inline:auto;width:auto;min-width:0;border:0;padding:0;margin:0;color:inherit;background:none;box-shadow:none}
}
@media (pointer:coarse){.topics a{padding-block:11px}}
`

const lists = `
.paging{display:flex;gap:20px}
.search{display:flex;flex-wrap:wrap;align-items:end;gap:12px;margin:0 0 20px}
.search .field{flex:1 1 18rem;margin:0}
ul.rows{list-style:none;margin:0 0 16px;padding:0}
ul.rows.card{margin-bottom:var(--space-5);padding:0 20px}
.card>:last-child{margin-bottom:0}
ul.rows li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 20px;padding:12px 0;border-top:1px solid var(--edge)}
ul.rows li:first-child{border-top:0}
.rows li>span:first-child{flex:1 1 20rem;min-width:0}
.rows li>span:first-child>*{display:inline-block;margin-inline-end:6px;max-width:100%}
.rows .detail{display:block!important;margin-inline-end:0;color:var(--soft)}
.facts{margin:0}
.facts div{display:grid;grid-template-columns:minmax(6rem,28%) 1fr;gap:0 16px;padding:8px 0;border-top:1px solid var(--edge)}
.facts div:first-child{border-top:0}
.facts+.actions{margin-top:var(--space-4)}
dt{color:var(--soft)}
dd{margin:0}
`

const chart = `
:root{--signed-in:#1f5eff;--rejected:#a85f00;--rate-limited:#565d6b;--failed:#7a1510}
@media (prefers-color-scheme:dark){:root{--signed-in:#6f97ff;--rejected:#f0a53a;--rate-limited:#b9c0cc;--failed:#ffd9d4}}
figure{margin:0 0 12px}
.chart{display:grid;grid-template-columns:auto 1fr;gap:4px 8px}
.scale{display:flex;flex-direction:column;justify-content:space-between;text-align:end;line-height:1}
.scale,.hours{font-size:.8125rem;color:var(--soft)}
.hours{grid-column:2;display:flex;justify-content:space-between}
.bars{display:block;width:100%;height:160px}
.grid{fill:none;stroke:var(--edge);vector-effect:non-scaling-stroke}
.ink-signed-in{fill:var(--signed-in)}.ink-rejected{fill:var(--rejected)}.ink-rate-limited{fill:var(--rate-limited)}.ink-failed{fill:var(--failed)}
.edge-rejected{stroke:var(--rejected)}.edge-rate-limited{stroke:var(--rate-limited)}
.edge-rejected,.edge-rate-limited{vector-effect:non-scaling-stroke;stroke-width:1}
.legend{display:grid;gap:4px;margin:12px 0 0;padding:0;list-style:none;font-size:.9375rem}
.legend li{padding-inline-start:26px;text-indent:-26px}
.key{width:16px;height:16px;vertical-align:-2px;margin-inline-end:6px}
summary{cursor:pointer}
summary:not(:where(.button)){padding:8px 0;color:var(--link)}
summary.button{list-style:none}
summary.button::-webkit-details-marker{display:none}
table{overflow-wrap:normal;border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:4px 8px;text-align:end;border-top:1px solid var(--edge);font-weight:400}
th:first-child{text-align:start}
[dir=rtl] :is(.bars,.share,.back .icon,.side button .icon){transform:scaleX(-1)}
thead th{border-top:0;font-weight:600}
`

export const style = controlStyle + [frame, forms, lists, chart, dataTableStyle].join("").replaceAll("\n", "")

/** The stylesheet of the pages without navigation: that of the pages for users, and what only these have. */
export const plainStyle =
  pageStyle +
  `
.facts{margin:0 0 var(--space-4);font-size:var(--text-s)}
.facts div{padding:var(--space-2) 0;border-top:1px solid var(--edge)}
dt{color:var(--soft)}
dd{margin:0}
footer code{font-size:var(--text-xs)}
`.replaceAll("\n", "")
