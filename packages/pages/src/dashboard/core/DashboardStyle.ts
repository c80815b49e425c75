/**
 * The stylesheet of the dashboard: the look of the other pages, for lists, forms and a chart.
 */
import { controlStyle } from "../../core/ControlStyle.ts"

const layout = `
:root{--signed-in:#1f5eff;--rejected:#a85f00;--rate-limited:#565d6b;--failed:#7a1510}
@media (prefers-color-scheme:dark){:root{--signed-in:#6f97ff;--rejected:#f0a53a;--rate-limited:#b9c0cc;--failed:#ffd9d4}}
header{display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;padding:10px max(16px,50vw - 29rem);background:var(--paper);border-bottom:1px solid var(--edge)}
header nav{flex:1}
@media (max-width:30rem){header nav{order:1;flex-basis:100%}header form{margin-left:auto}}
main{max-width:60rem;margin:0 auto;padding:24px 16px 64px}
main.narrow{max-width:28rem;padding-top:clamp(16px,8vh,96px)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:8px 0;color:inherit;text-decoration:none}
nav a:hover{text-decoration:underline}
nav a[aria-current]{font-weight:600;box-shadow:inset 0 -3px var(--link)}
.tabs{margin:0 0 24px;border-bottom:1px solid var(--edge)}
.within{margin:0 0 20px;font-size:.9375rem}
.within a{color:var(--link);text-decoration:underline;text-underline-offset:3px}
.of{margin:0 0 4px;font-weight:600}
.of code{font-weight:400;color:var(--soft);margin-left:6px}
h2{font-size:1.125rem;margin:0 0 4px}
h3{font-size:1rem;margin:0 0 8px}
a{color:var(--link);text-underline-offset:3px}
.brand{font-weight:600;color:var(--soft)}
.soft{font-size:inherit}
.strong{font-weight:600}
.card,main.narrow form{background:var(--paper);border:1px solid var(--edge);border-radius:var(--radius-card);box-shadow:var(--shadow-card);padding:24px;margin:0 0 20px;scroll-margin-top:16px}
.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:absolute;z-index:1;padding:10px 16px;background:var(--paper)}
form{margin:0}
fieldset{min-width:0;margin:0;padding:0;border:0}
fieldset.group{display:flex;flex-wrap:wrap;gap:0 20px;padding:12px 0 0;border-top:1px solid var(--edge)}
fieldset.group legend{float:left;width:100%;padding:0;margin:0 0 8px;font-weight:600}
fieldset.group .field{flex:0 1 13rem}
.group label{font-weight:400}
.field{margin:0 0 16px;max-width:34rem}
.field.wide{max-width:none}
ul.error{padding-left:20px}
.preview{display:block;width:100%;height:32rem;border:1px solid var(--edge);border-radius:8px;background:var(--paper)}
.field.short input{max-width:14rem}
textarea{resize:vertical;font:.9375rem/1.5 ui-monospace,monospace}
.field.check{margin-bottom:8px}
.check{display:grid;grid-template-columns:24px 1fr;gap:0 10px;align-items:center}
.check label{margin:0;padding:6px 0}
.check .hint,.check .error{grid-column:2}
:disabled button{cursor:default}
main.narrow button{width:100%}
main.narrow .button{width:100%}
.passkey{display:none;margin:0 0 16px}
.passkeys .passkey{display:block}
.passkeys .unless-passkeys{display:none}
.passkey .error{margin:6px 0 0}
ul.rows details{flex-basis:100%}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin:0}
.paging{display:flex;gap:20px}
.search{display:flex;flex-wrap:wrap;align-items:end;gap:12px;margin:0 0 20px}
.search .field{flex:1 1 18rem;margin:0}
.trial{margin-top:24px;padding-top:20px;border-top:1px solid var(--edge);scroll-margin-top:16px}
ul.rows{list-style:none;margin:0 0 16px;padding:0}
ul.rows.card{padding:0 20px}
.card>:last-child{margin-bottom:0}
ul.rows li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 20px;padding:12px 0;border-top:1px solid var(--edge)}
ul.rows li:first-child{border-top:0}
.rows li>span:first-child{flex:1 1 20rem;min-width:0}
.rows li>span:first-child>*{display:inline-block;margin-right:6px;max-width:100%}
.rows .detail{display:block!important;color:var(--soft)}
.facts{margin:0 0 20px}
.facts div{display:grid;grid-template-columns:minmax(6rem,28%) 1fr;gap:0 16px;padding:8px 0;border-top:1px solid var(--edge)}
.facts div:first-child{border-top:0}
dt{color:var(--soft)}
dd{margin:0}
figure{margin:0 0 12px}
.chart{display:grid;grid-template-columns:auto 1fr;gap:4px 8px}
.scale{display:flex;flex-direction:column;justify-content:space-between;text-align:right;line-height:1}
.scale,.hours{font-size:.8125rem;color:var(--soft)}
.hours{grid-column:2;display:flex;justify-content:space-between}
.bars{display:block;width:100%;height:160px}
.grid{fill:none;stroke:var(--edge);vector-effect:non-scaling-stroke}
.ink-signed-in{fill:var(--signed-in)}.ink-rejected{fill:var(--rejected)}.ink-rate-limited{fill:var(--rate-limited)}.ink-failed{fill:var(--failed)}
.edge-rejected{stroke:var(--rejected)}.edge-rate-limited{stroke:var(--rate-limited)}
.edge-rejected,.edge-rate-limited{vector-effect:non-scaling-stroke;stroke-width:1}
.legend{display:grid;gap:4px;margin:12px 0 0;padding:0;list-style:none;font-size:.9375rem}
.legend li{padding-left:26px;text-indent:-26px}
.key{width:16px;height:16px;vertical-align:-2px;margin-right:6px}
summary{cursor:pointer;padding:8px 0;color:var(--link)}
table{overflow-wrap:normal;border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:4px 8px;text-align:right;border-top:1px solid var(--edge);font-weight:400}
th:first-child{text-align:left}
thead th{border-top:0;font-weight:600}
`

export const style = controlStyle + layout
