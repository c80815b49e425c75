/**
 * The stylesheet of the dashboard: the look of the other pages, for lists, forms and a chart.
 */
export const style = `
:root{color-scheme:light dark;--accent:#1f5eff;--on-accent:#fff;--link:#1a4fd6;--ink:#16181d;--soft:#565d6b;--paper:#fff;--ground:#f5f6f8;--edge:#d5d9e0;--bad:#b3261e;--bad-ground:#fdeeed;--good:#17633a;--good-ground:#e9f6ee;--signed-in:#1f5eff;--rejected:#a85f00;--rate-limited:#565d6b;--failed:#7a1510}
@media (prefers-color-scheme:dark){:root{--link:#9db8ff;--ink:#eef0f4;--soft:#a9b0bd;--paper:#1b1e24;--ground:#121418;--edge:#383e49;--bad:#ffb4ab;--bad-ground:#3b1c1a;--good:#9bdcb4;--good-ground:#14301f;--signed-in:#6f97ff;--rejected:#f0a53a;--rate-limited:#b9c0cc;--failed:#ffd9d4}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;color:var(--ink);background:var(--ground)}
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
h1{font-size:1.5rem;line-height:1.3;margin:0 0 16px}
h2{font-size:1.125rem;margin:0 0 4px}
h3{font-size:1rem;margin:0 0 8px}
p{margin:0 0 16px}
a{color:var(--link);text-underline-offset:3px}
code{font:.875em/1.4 ui-monospace,monospace}
.brand{font-weight:600;color:var(--soft)}
.soft{color:var(--soft)}
.strong{font-weight:600}
.card,main.narrow form{background:var(--paper);border:1px solid var(--edge);border-radius:14px;padding:24px;margin:0 0 20px;scroll-margin-top:16px}
.unseen,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:absolute;z-index:1;padding:10px 16px;background:var(--paper)}
form{margin:0}
fieldset{min-width:0;margin:0;padding:0;border:0}
fieldset.group{display:flex;flex-wrap:wrap;gap:0 20px;padding:12px 0 0;border-top:1px solid var(--edge)}
fieldset.group legend{float:left;width:100%;padding:0;margin:0 0 8px;font-weight:600}
fieldset.group .field{flex:0 1 13rem}
.group label{font-weight:400}
label{display:block;font-weight:600;margin:0 0 4px}
.hint{display:block;font-size:.875rem;color:var(--soft);margin:0 0 6px}
.field{margin:0 0 16px;max-width:34rem}
.field.wide{max-width:none}
ul.error{padding-left:20px}
.preview{display:block;width:100%;height:32rem;border:1px solid var(--edge);border-radius:8px;background:var(--paper)}
.field.short input{max-width:14rem}
input,textarea,select{font:inherit;width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--soft);border-radius:8px;color:inherit;background:var(--paper)}
textarea{resize:vertical;font:.9375rem/1.5 ui-monospace,monospace}
.field.check{margin-bottom:8px}
.check{display:grid;grid-template-columns:24px 1fr;gap:0 10px;align-items:center}
.check input{width:22px;min-height:22px;height:22px;margin:0;accent-color:var(--accent)}
.check label{margin:0;padding:6px 0}
.check .hint,.check .error{grid-column:2}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
:disabled{opacity:.65}
:disabled :disabled{opacity:1}
.error{display:block;font-size:.875rem;color:var(--bad);margin:4px 0 0}
button,.button{display:inline-block;font:inherit;font-weight:600;min-height:44px;padding:9px 20px;border:1px solid transparent;border-radius:8px;text-align:center;text-decoration:none;cursor:pointer;color:var(--on-accent);background:var(--accent)}
button.quiet,.button.quiet{color:var(--ink);background:transparent;border-color:var(--soft)}
button.bad{color:var(--paper);background:var(--bad)}
button.small{min-height:36px;padding:5px 14px;font-size:.875rem}
[aria-disabled=true]{opacity:.6;cursor:progress}
:disabled button{cursor:default}
main.narrow button{width:100%}
main.narrow .button{display:block}
.passkey{display:none;margin:0 0 16px}
.passkeys .passkey{display:block}
.passkeys .unless-passkeys{display:none}
.passkey .error{margin:6px 0 0}
.passkey .error:empty{margin:0}
ul.rows details{flex-basis:100%}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.notice{border-radius:8px;padding:10px 14px;margin:0 0 16px;background:var(--ground)}
.notice.bad{color:var(--bad);background:var(--bad-ground)}
.notice.good{color:var(--good);background:var(--good-ground)}
.notice p{margin:0}
.notice ul{margin:4px 0 0;padding-left:20px}
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
