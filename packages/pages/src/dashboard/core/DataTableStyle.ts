/** The stylesheet of tables: rows on a wide screen, and cards on a phone. */
export const dataTableStyle = `
.list{margin:0 0 var(--space-5)}
.list>h2{margin:0 0 var(--space-2)}
.sheet{background:var(--paper);border:1px solid var(--edge);border-radius:var(--radius-card);overflow:hidden}
.filters{display:flex;flex-wrap:wrap;align-items:end;gap:var(--space-2) var(--space-3);margin:0 0 var(--space-3)}
.folded{margin:0 0 var(--space-3)}
.folded>.filters{margin:var(--space-3) 0 0}
@media (min-width:72rem){.folded .filter.by-select{flex-basis:8.5rem}.folded .filter.by-search{flex-basis:7rem}}
@supports selector(::details-content){@media (min-width:44.01rem){.folded>summary{display:none}.folded>.filters{margin:0}.folded::details-content{content-visibility:visible}}}
.filter{flex:0 1 auto;min-width:0}
.filter.by-search{flex:1 1 14rem}
.filter.by-select{flex:0 1 11rem}
.filter label{font-size:var(--text-xs);font-weight:500;color:var(--soft);margin:0 0 2px}
.filter :is(input,select,button){min-height:max(34px,var(--control-s));padding-block:4px;font-size:var(--text-s)}
.filter .clear{margin-inline-start:var(--space-2);font-size:var(--text-s)}
table.data{width:100%;border-collapse:collapse;font-size:var(--text-s);font-variant-numeric:tabular-nums}
.data th,.data td{padding:10px var(--space-3);text-align:start;vertical-align:middle;font-weight:400;border:0;border-top:1px solid var(--edge)}
.data :is(th,td):first-child{padding-inline-start:var(--space-4)}
.data :is(th,td):last-child{padding-inline-end:var(--space-4)}
.data thead th{border-top:0;padding-block:var(--space-2);font-size:var(--text-xs);font-weight:500;color:var(--soft);white-space:nowrap;background:color-mix(in srgb,var(--ground) 60%,var(--paper))}
.data thead a{color:inherit;text-decoration:none}
.data thead a:hover{color:var(--ink)}
.data thead [aria-sort]{color:var(--ink)}
.arrow{display:inline-block;width:1em;margin-inline-start:4px;opacity:.55}
[aria-sort] .arrow{opacity:1}
.data .number,.data .action{text-align:end}
.data .action form{display:inline-block}
.data time{white-space:nowrap}
.data :is(th[scope=row],td a){overflow-wrap:anywhere}
.data td:has(a+br+a) a{display:inline-block;padding:2px 0}
@media (min-width:44.01rem){.data th[scope=row]{min-width:10rem}.data td:not(.number,.action){min-width:7rem}}
@media (min-width:72rem){.data th[scope=row]{max-width:24rem;overflow-wrap:break-word}.changes{min-width:11rem}}
.data th[scope=row] a{font-weight:500;color:var(--ink);text-decoration:none}
.data th[scope=row] a:hover{color:var(--link);text-decoration:underline}
.data tbody tr:hover{background:var(--hover)}
.data tbody tr{position:relative}
.data a.row::after{content:"";position:absolute;inset:0}
.data :is(td a,td button,td details){position:relative;z-index:1}
.mark svg{width:18px;height:18px;margin-inline-end:10px;vertical-align:-4px}
.changes{list-style:none;margin:0;padding:0}
.changes code{overflow-wrap:anywhere}
.changes del{color:var(--soft)}
.above{display:flex;flex-wrap:wrap;gap:var(--space-2);margin:0 0 var(--space-3)}
.empty{padding:var(--space-7) var(--space-4);text-align:center}
.empty p{max-width:34rem;margin:0 auto var(--space-1)}
.empty p+p{color:var(--soft);font-size:var(--text-s)}
.empty .button,.empty form{margin-top:var(--space-3)}
.sheet .foot{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-2) var(--space-4);min-height:52px;padding:var(--space-2) var(--space-4);border-top:1px solid var(--edge);font-size:var(--text-s);color:var(--soft)}
.sheet .foot p{margin:0}
.pages{display:flex;gap:var(--space-2);margin-inline-start:auto}
.tag{display:inline-block;padding:1px 8px;border-radius:99px;font-size:var(--text-xs);line-height:1.5;font-weight:500;white-space:nowrap;color:var(--soft);background:var(--ground);box-shadow:inset 0 0 0 1px var(--edge)}
.tag.good{color:var(--good);background:var(--good-ground);box-shadow:none}
.tag.bad{color:var(--bad);background:var(--bad-ground);box-shadow:none}
.tag.warn{color:var(--warn);background:var(--warn-ground);box-shadow:none}
.tags{display:flex;flex-wrap:wrap;gap:4px}
@media (max-width:44rem){
.data,.data tbody{display:block}
.data thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.data tr{display:flex;flex-wrap:wrap;gap:4px var(--space-2);padding:var(--space-3) var(--space-4);border-top:1px solid var(--edge)}
.data tr:first-child{border-top:0}
.data th[scope=row],.data td,.data :is(th,td):first-child,.data :is(th,td):last-child{display:block;padding:0;border:0}
.data th[scope=row]{flex:1 0 100%}
.data :is(th,td){min-width:0;max-width:100%;overflow-wrap:anywhere}
.data td[data-label],.data td.action{flex:1 0 100%}
.data td[data-label]{display:flex;flex-wrap:wrap;gap:0 var(--space-3);justify-content:space-between;color:var(--soft);text-align:start}
.data td[data-label]::before{content:attr(data-label)}
.data td.action{text-align:start;padding-top:var(--space-1)}
.data td:empty{display:none}
.filter.by-search{flex-basis:100%}
.filter.by-select,.filter.by-date{flex:1 1 40%}
}

.periods{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-1) var(--space-4);margin:0 0 var(--space-4)}
.periods p{margin:0}
.periods ul{display:inline-flex;list-style:none;gap:2px;margin:0;padding:3px;border-radius:var(--radius);background:var(--edge)}
.periods a{display:block;padding:5px 12px;border-radius:calc(var(--radius) - 2px);font-size:var(--text-s);font-weight:500;color:var(--soft);text-decoration:none}
.periods a:hover{color:var(--ink);text-decoration:none}
.periods a[aria-current]{color:var(--ink);background:var(--paper);font-weight:500;box-shadow:var(--shadow-control)}
.figures{display:grid;gap:1px;margin:0 0 var(--space-5);overflow:hidden;border:1px solid var(--edge);border-radius:var(--radius-card);background:var(--edge)}
.figures div{padding:var(--space-3) var(--space-4);background:var(--paper)}
.figures dt,.figures dd{margin:0;font-size:var(--text-s);color:var(--soft)}
.figures dt a{color:inherit;text-decoration:none}
.figures dt a:hover{color:var(--link);text-decoration:underline}
.figures .figure{font-size:var(--text-xl);line-height:1.35;font-weight:600;letter-spacing:-.015em;font-variant-numeric:tabular-nums;color:var(--ink)}
.figures .figure.bad{color:var(--bad)}
.change{margin-inline-start:4px;font-size:var(--text-s);font-weight:500;letter-spacing:0;color:var(--soft)}
.shares{font-size:var(--text-s)}
.shares :is(th,td){border:0;padding:6px 0;vertical-align:bottom;white-space:nowrap}
.shares th{width:100%;white-space:normal}
.shares td{padding-inline-start:var(--space-4);text-align:end}
.share{display:block;width:100%;height:8px;margin-top:4px;border-radius:4px}
.track{fill:var(--ground)}
.figures{grid-template-columns:repeat(4,minmax(0,1fr))}
@media (max-width:44rem){.figures{grid-template-columns:1fr 1fr}}
.columns{display:grid;gap:0 var(--space-5)}
.columns>div{min-width:0}
@media (min-width:72rem){.columns{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}
.card h3{margin:var(--space-4) 0 var(--space-2);font-size:var(--text-xs);font-weight:500;color:var(--soft)}
.timeline{list-style:none;margin:var(--space-2) 0 var(--space-3);padding:0}
.timeline li{position:relative;padding:0 0 var(--space-3);padding-inline-start:20px}
.timeline li::before{content:"";position:absolute;inset-inline-start:0;top:7px;width:9px;height:9px;border-radius:50%;background:var(--line);box-shadow:0 0 0 3px var(--paper);z-index:1}
.timeline li::after{content:"";position:absolute;inset-inline-start:4px;top:8px;bottom:-8px;width:1px;background:var(--edge)}
.timeline li:last-child::after{display:none}
.timeline .bad::before{background:var(--bad)}
.timeline .good::before{background:var(--good)}
.timeline p{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 var(--space-3);margin:0}
.timeline strong{font-weight:500}
.timeline time{color:var(--soft);font-size:var(--text-xs)}
.days{display:grid;grid-auto-flow:column;grid-auto-columns:1fr}
.days span{text-align:center}
`
