/** The styles of `/docs`: the app's tokens, one column of text, code beside it where there is room. */
import { themes } from '@salar/pages/look';

const sans = `'Hanken Grotesk Variable',ui-sans-serif,system-ui,sans-serif`;
const mono = `'Geist Mono Variable',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace`;

/** @param fonts  `@font-face` rules of the app's own fonts; without them the system's fonts are used */
export function docsStyle(fonts: string): string {
  return `${fonts}${themes}
*{box-sizing:border-box}
html{background:var(--canvas);color:var(--ink-1);font:400 15px/24px ${sans};-webkit-text-size-adjust:100%;scroll-padding-top:76px;overflow-wrap:break-word;-webkit-font-smoothing:antialiased}
@media (pointer:fine){html{scrollbar-gutter:stable}}
body{margin:0}
a{color:var(--accent-ink);text-underline-offset:3px;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
.skip{position:fixed;left:-999px;top:8px;padding:8px 16px;background:var(--raised);z-index:3;border-radius:10px}
.skip:focus{left:16px}
.top{position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:12px;height:60px;padding:0 16px;background:var(--canvas);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:10px;min-height:44px;color:var(--ink-1);font-size:17px;font-weight:600;text-decoration:none}
.sun{fill:var(--accent)}.line{stroke:var(--ink-1);stroke-width:1.6;stroke-linecap:round}.salt{stroke:var(--accent);stroke-width:1.9;stroke-linecap:round;stroke-opacity:.75}
.place{padding:2px 10px;border-radius:999px;background:var(--accent-soft);color:var(--accent-ink);font-size:12px;line-height:20px;font-weight:600}
.tools{display:flex;gap:8px;margin-left:auto}
button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:8px 18px;border:1px solid transparent;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--accent-hover)}
button.quiet{background:transparent;color:var(--ink-1);border-color:var(--line-strong);padding:8px 14px;font-weight:500}
button.quiet:hover{background:var(--sunken)}
button:disabled{opacity:.5;cursor:default}
[hidden]{display:none!important}
.frame{max-width:1600px;margin:0 auto}
main{min-width:0;padding:24px 16px 64px}
h1,h2,h3,h4,h5{font-weight:600;letter-spacing:-.01em;margin:0;text-wrap:balance}
h1{font-size:28px;line-height:34px}
h2{font-size:28px;line-height:34px;margin-bottom:12px}
h3{font-size:21px;line-height:28px;margin:32px 0 8px}
h4{font-size:17px;line-height:26px}
h5{font-size:13px;line-height:20px;color:var(--ink-3);margin:20px 0 4px}
.anchor{color:inherit;text-decoration:none}
.anchor:hover{text-decoration:underline}
p,ol,ul{margin:0 0 12px;max-width:68ch}
.lead{font-size:17px;line-height:26px;color:var(--ink-2)}
.hero{padding-bottom:16px}
.hero .lead{margin:12px 0 20px}
.base{display:flex;flex-wrap:wrap;gap:0 12px;margin:0}
.base span{min-width:4.5em;color:var(--ink-3)}
.chapter{padding-top:40px;margin-top:40px;border-top:1px solid var(--line)}
code,pre{font-family:${mono};font-size:13px;line-height:20px;font-variant-ligatures:none}
:not(pre)>code{overflow-wrap:anywhere;color:var(--ink-1)}
p>code,li>code,td>code,.description>code{padding:1px 4px;border-radius:6px;background:var(--sunken)}
.code{position:relative;margin:0 0 16px}
pre{margin:0;padding:14px 16px;background:var(--surface);border:1px solid var(--line);border-radius:14px;white-space:pre-wrap;overflow-wrap:anywhere;color:var(--ink-1)}
pre .k{color:var(--accent-ink)}pre .s{color:var(--gain)}pre .w{color:var(--warn)}
.copy{position:absolute;top:6px;right:6px;min-height:28px;padding:2px 10px;border-radius:8px;background:var(--raised);color:var(--ink-2);border:1px solid var(--line);font-size:12px;line-height:16px;font-weight:600;opacity:0}
.code:hover .copy,.copy:focus-visible{opacity:1}
.copy:hover{background:var(--sunken);color:var(--ink-1)}
@media (hover:none){.copy{opacity:1}pre{padding-top:38px}}
html:not([data-script]) .copy,html:not([data-script]) .try,html:not([data-script]) .session-panel,html:not([data-script]) .find{display:none}
.steps{list-style:none;counter-reset:step;padding:0;max-width:none}
.steps>li{counter-increment:step;position:relative;padding-left:44px;max-width:820px}
.steps>li::before{content:counter(step);position:absolute;left:0;top:0;width:28px;height:28px;border-radius:999px;background:var(--accent-soft);color:var(--accent-ink);font-weight:600;font-size:13px;line-height:28px;text-align:center;font-variant-numeric:tabular-nums}
.steps>li::after{content:'';position:absolute;left:13.5px;top:36px;bottom:4px;width:1px;background:var(--line)}
.steps>li:last-child::after{display:none}
.steps h3{font-size:17px;line-height:28px;margin:0 0 4px}
.steps>li+li{margin-top:12px}
.table{overflow-x:auto;margin:0 0 16px;border:1px solid var(--line);border-radius:14px;background:var(--surface)}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:22px}
th,td{text-align:left;vertical-align:top;padding:9px 16px;border-bottom:1px solid var(--line)}
tr:last-child td{border-bottom:0}
th{color:var(--ink-3);font-weight:500;font-size:13px}
td:first-child{min-width:9em}
.chapter>.table,.chapter>.code{max-width:820px}
details{margin:0 0 8px}
summary{min-height:36px;padding:6px 0;cursor:pointer;color:var(--ink-2);font-weight:500;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:'';display:inline-block;width:7px;height:7px;margin:0 10px 2px 3px;border:solid var(--ink-3);border-width:0 1.5px 1.5px 0;transform:rotate(-45deg)}
details[open]>summary::before{transform:rotate(45deg) translate(-2px,-2px)}
summary:hover{color:var(--ink-1)}
.group>h3{margin-top:48px}
.call{padding:28px 0;border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 640px}
.group>p+.call{border-top:0;padding-top:8px}
.event{padding:4px 0 12px;content-visibility:auto;contain-intrinsic-size:auto 180px}
.event h4,.event h3{margin:20px 0 6px}
.event h3{font-size:17px;line-height:26px}
.event .code{max-width:820px}
.call h4{font-size:21px;line-height:28px}
.facts{display:flex;align-items:center;flex-wrap:wrap;gap:6px;margin:8px 0 12px}
.pill{padding:2px 10px;border-radius:999px;font-size:12px;line-height:20px;font-weight:600;background:var(--sunken);color:var(--ink-2)}
.pill.session{background:var(--accent-soft);color:var(--accent-ink)}
.pill.proof{background:var(--warn-soft);color:var(--warn)}
.access,.holds{color:var(--ink-2);font-size:13px;line-height:20px;margin-bottom:8px}
.fields{list-style:none;padding:0;border-top:1px solid var(--line);max-width:820px}
.fields li{padding:7px 0;border-bottom:1px solid var(--line)}
.fields code{font-weight:600;background:none;padding:0}
.kind{color:var(--ink-3);font-size:13px;margin-left:6px}
.required{color:var(--loss);font-size:12px;font-weight:600;margin-left:6px}
.fields .description{display:block;color:var(--ink-2);font-size:13px;line-height:20px}
.fields .description code{font-weight:400}
.members{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,240px),1fr));gap:2px 24px;max-width:820px;margin-bottom:8px}
.members li{overflow-wrap:anywhere}
.members code{background:none;padding:0}
.refusals ul{padding-left:20px;color:var(--ink-2);font-size:13px;line-height:20px}
.refusals p{font-size:13px;line-height:20px}
.sample>.code{margin-bottom:8px}
dl.glossary{margin:0;max-width:820px}
dl.glossary div{display:grid;grid-template-columns:minmax(0,9em) minmax(0,1fr);gap:16px;padding:8px 0;border-bottom:1px solid var(--line)}
dt{font-weight:600}dd{margin:0;color:var(--ink-2)}
.contents{font-size:14px;line-height:20px}
.contents ul{list-style:none;margin:0;padding:0}
.contents h2{font-size:12px;line-height:16px;margin:20px 0 4px;letter-spacing:0}
.contents h2 a{color:var(--ink-3)}
.contents a{display:block;padding:6px 10px;border-radius:8px;color:var(--ink-2);text-decoration:none;overflow-wrap:anywhere}
.contents a:hover{background:var(--sunken);color:var(--ink-1)}
.contents a[aria-current]{background:var(--accent-soft);color:var(--accent-ink);font-weight:600}
.find{flex:none;padding:16px 16px 8px}
.list{flex:1;min-height:0;padding:0 16px 48px;overflow-y:auto;overscroll-behavior:contain}
.find label,.session-panel label,.try label{display:grid;gap:4px;font-size:13px;line-height:20px;color:var(--ink-2)}
.find p{margin:4px 0 0;font-size:12px;line-height:16px;color:var(--ink-3)}
.find p:empty{display:none}
input,select,textarea{width:100%;min-height:44px;padding:8px 12px;background:var(--surface);color:var(--ink-1);border:1px solid var(--line-strong);border-radius:10px;font:inherit;font-size:16px}
textarea{font-family:${mono};font-size:13px;line-height:20px;min-height:88px}
input::placeholder{color:var(--ink-3);opacity:1}
.contents[popover]{border:1px solid var(--line)}
.contents:popover-open{display:flex;flex-direction:column;position:fixed;inset:68px 12px 12px;width:auto;height:auto;margin:0;padding:0;overflow:hidden;background:var(--raised);color:var(--ink-1);border-radius:20px}
.contents::backdrop{background:oklch(.1 .02 240/.55)}
.session-panel{margin:16px 0 8px;padding:20px;max-width:820px;background:var(--surface);border:1px solid var(--line);border-radius:20px}
.session-panel h3{margin:0 0 8px;font-size:17px;line-height:26px}
.session-panel form{display:grid;gap:12px;align-items:end;grid-template-columns:repeat(auto-fit,minmax(min(100%,200px),1fr));margin-bottom:12px}
.session-panel p:last-child{margin:0}
.try{border:1px solid var(--line);border-radius:14px;background:var(--surface);padding:0 16px}
.try[open]{padding-bottom:16px}
.try form{display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(min(100%,200px),1fr))}
.try form>.wide{grid-column:1/-1}
.try .actions{display:flex;flex-wrap:wrap;gap:12px;align-items:center;grid-column:1/-1}
.try .actions select{width:auto}
.try .code{margin:0;grid-column:1/-1}
.status{font-weight:600}
.status.good{color:var(--gain)}.status.bad{color:var(--loss)}
footer{display:flex;gap:24px;justify-content:center;padding:16px;border-top:1px solid var(--line);color:var(--ink-3);font-size:13px}
footer a{display:inline-flex;align-items:center;min-height:44px;color:var(--ink-2);text-decoration:none}
@media (max-width:479px){.base span{width:100%}.top{padding:0 12px;gap:8px}button.quiet{padding:8px 10px}h2{font-size:24px;line-height:30px}.steps>li{padding-left:0}.steps>li::before{position:static;display:inline-block;margin-bottom:6px}.steps>li::after{display:none}pre{font-size:12px;padding:12px}th,td{padding:8px 12px}dl.glossary div{grid-template-columns:1fr;gap:0}}
@media (min-width:768px){.top{padding:0 24px}main{padding:32px 24px 80px}h1{font-size:40px;line-height:46px}}
@media (min-width:1080px){
.frame{display:grid;grid-template-columns:272px minmax(0,1fr)}
.contents-button{display:none}
.contents[popover]{display:flex;flex-direction:column;position:sticky;top:60px;inset-inline:auto;width:auto;height:calc(100dvh - 60px);margin:0;padding:0;overflow:hidden;background:var(--canvas);color:inherit;border:0;border-right:1px solid var(--line);border-radius:0}
main{padding:40px 40px 96px}
}
@media (min-width:1360px){
.call{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 40px}
.samples{position:sticky;top:84px;align-self:start}
}
@media (prefers-reduced-motion:no-preference){button,.contents a{transition:background-color .12s}.copy{transition:opacity .12s}}
@media (forced-colors:active){.pill,.code pre,.place{border:1px solid}}
@media print{.contents,.tools,.copy,.try,.session-panel{display:none!important}.call{content-visibility:visible}}
`;
}
