/** Styles of the local pages: the app's design tokens. */
import { themes } from '@salar/pages/look';

export const styleSheet = `
${themes}*{box-sizing:border-box}
html{background:var(--canvas);color:var(--ink-1);font:400 15px/24px 'Hanken Grotesk Variable','Segoe UI',Roboto,system-ui,sans-serif;-webkit-text-size-adjust:100%;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column}
a{color:var(--accent-ink);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px;top:8px;padding:8px 16px;background:var(--surface);z-index:1}
.skip:focus{left:16px}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;padding:12px 16px;border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:10px;min-height:44px;color:var(--ink-1);font-size:17px;font-weight:600;text-decoration:none}
.sun{fill:var(--accent)}.line{stroke:var(--ink-1);stroke-width:1.6;stroke-linecap:round}.salt{stroke:var(--accent);stroke-width:1.9;stroke-linecap:round;stroke-opacity:.75}
.place{padding:2px 10px;border-radius:999px;background:var(--warn-soft);color:var(--warn);font-size:12px;line-height:20px;font-weight:600}
nav{display:flex;flex-wrap:wrap;gap:4px;margin-left:auto}
nav a{padding:10px 12px;border-radius:10px;color:var(--ink-2);text-decoration:none;font-weight:500}
nav a:hover{background:var(--sunken);color:var(--ink-1)}
nav a[aria-current]{background:var(--accent-soft);color:var(--accent-ink)}
main{width:100%;max-width:1040px;margin:0 auto;padding:24px 16px 64px;flex:1}
h1{margin:8px 0 24px;font-size:28px;line-height:34px;font-weight:600;letter-spacing:-.01em}
h2{margin:0 0 8px;font-size:17px;line-height:26px;font-weight:600}
p{margin:0 0 12px;max-width:68ch}
.lead{font-size:17px;line-height:26px;color:var(--ink-2)}
.hint{color:var(--ink-3);font-size:13px;line-height:20px}
.grid{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr))}
.card{background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:20px}
main>.card+.card,.grid+.card,.card+.grid,.stack{margin-top:16px}
.grid.two{grid-template-columns:repeat(auto-fit,minmax(min(100%,360px),1fr))}
.lead{margin-bottom:24px}
h3{margin:0 0 8px;font-weight:600}
.card>:last-child{margin-bottom:0}
.horizon{border:0;border-top:1px solid var(--line);margin:32px 0 24px}
.notice{padding:12px 16px;border-radius:14px;max-width:none}
.notice.done{background:var(--gain-soft);color:var(--gain)}
.notice.failed{background:var(--loss-soft);color:var(--loss)}
.pill{display:inline-block;padding:2px 10px;border-radius:12px;font-size:12px;line-height:20px;font-weight:600}
.pill.real{background:var(--gain-soft);color:var(--gain)}
.pill.standin{background:var(--warn-soft);color:var(--warn)}
ul.plain{list-style:none;margin:0;padding:0}
.rows{list-style:none;margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:20px;overflow:hidden}
.rows li+li{border-top:1px solid var(--line)}
.rows a{display:grid;gap:2px 16px;padding:14px 20px;color:inherit;text-decoration:none;grid-template-columns:minmax(0,1fr) auto}
.rows a:hover{background:var(--sunken)}
.rows strong{font-weight:600}
.rows span{color:var(--ink-3);font-size:13px;line-height:20px}
.rows .to{grid-column:1/-1}
.path{list-style:none;margin:0;padding:0;counter-reset:step}
.path li{position:relative;padding:0 0 16px 44px;counter-increment:step}
.path li::before{content:counter(step);position:absolute;left:0;top:0;width:28px;height:28px;border-radius:999px;background:var(--accent-soft);color:var(--accent-ink);font-size:13px;line-height:28px;font-weight:600;text-align:center}
.path li:not(:last-child)::after{content:'';position:absolute;left:14px;top:32px;bottom:4px;border-left:1px solid var(--line)}
.path li:last-child{padding-bottom:0}
.path a{display:inline-block;padding:2px 0;font-weight:600}
.path .hint{display:block}
dl{display:grid;grid-template-columns:minmax(0,auto) minmax(0,1fr);gap:6px 16px;margin:0 0 12px}
dt{color:var(--ink-3);font-size:13px}
dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
code,.mono{font-family:'Geist Mono Variable',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px;overflow-wrap:anywhere}
form{display:grid;gap:16px}
label,.field{display:grid;gap:6px;font-size:13px;line-height:20px;color:var(--ink-2)}
input,select,textarea{width:100%;min-height:44px;padding:8px 12px;background:var(--surface);color:var(--ink-1);border:1px solid var(--line-strong);border-radius:10px;font:inherit;font-size:16px}
select{appearance:none;padding-right:36px;background-image:linear-gradient(45deg,transparent 50%,var(--ink-3) 50%),linear-gradient(135deg,var(--ink-3) 50%,transparent 50%);background-position:right 18px center,right 13px center;background-size:5px 5px;background-repeat:no-repeat}
input:focus-visible,select:focus-visible,textarea:focus-visible{outline:2px solid var(--focus);outline-offset:0}
input::file-selector-button{margin-right:12px;padding:4px 12px;border:1px solid var(--line-strong);border-radius:6px;background:var(--sunken);color:var(--ink-1);font:inherit;font-size:13px;font-weight:600;cursor:pointer}
.actions{display:flex;flex-wrap:wrap;gap:12px;align-items:center}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:10px 20px;border:1px solid transparent;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--accent-hover)}
button.quiet,.button.quiet{background:transparent;color:var(--ink-1);border-color:var(--line-strong)}
button.quiet:hover,.button.quiet:hover{background:var(--sunken)}
button.danger{background:var(--danger);color:var(--on-danger)}
button:disabled{opacity:.5;cursor:not-allowed}
.mail{width:100%;height:min(900px,80dvh);border:1px solid var(--line);border-radius:20px;background:var(--surface)}
.pictures{display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(min(100%,220px),1fr));margin-bottom:16px}
.pictures img{width:100%;height:200px;object-fit:contain;background:var(--sunken);border-radius:14px}
.pictures figure{margin:0}.pictures figcaption{color:var(--ink-3);font-size:13px}
.empty{padding:48px 16px;text-align:center;color:var(--ink-2)}
.empty p{margin-inline:auto}
footer{padding:16px;border-top:1px solid var(--line);color:var(--ink-3);font-size:13px;line-height:20px;text-align:center}
.widget main{max-width:560px;padding-top:16px}
.widget .steps{display:flex;gap:6px;list-style:none;margin:-4px 0 0;padding:0}
.widget [data-progress]{margin:0}
.widget .steps li{flex:1;height:4px;border-radius:4px;background:var(--line)}
.widget .steps li[data-done]{background:var(--accent)}
.widget .viewfinder{margin-bottom:16px}
.widget video,.widget .viewfinder img{display:block;width:100%;max-height:min(320px,45dvh);object-fit:contain;background:var(--sunken);border-radius:14px}
.widget video[data-video=selfie]{transform:scaleX(-1)}
.widget section>.actions{margin-bottom:16px}
.widget .sending{display:flex;gap:12px;align-items:center;margin:0;color:var(--ink-2);font-size:13px;line-height:20px}
.widget progress{flex:1;height:8px;accent-color:var(--accent)}
.widget .pictures{grid-template-columns:1fr 1fr}.widget .pictures img{height:140px}
.widget [aria-invalid=true]{border-color:var(--danger)}
.widget h1{font-size:21px;line-height:28px;margin-bottom:8px}
.widget .pair{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,200px),1fr))}
.widget .error{color:var(--danger);font-size:13px;line-height:20px;margin:0}
.widget [data-controls]{justify-content:flex-end;padding-top:16px;border-top:1px solid var(--line)}
.widget [hidden]{display:none!important}
@media (max-width:639px){.widget [data-controls]{flex-direction:column-reverse;align-items:stretch}}
@media (max-width:479px){.rows a{grid-template-columns:minmax(0,1fr)}nav{margin-left:-8px}nav a{padding:10px 8px;font-size:14px}}
@media (min-width:768px){.top{padding:12px 24px}main{padding:32px 24px 80px}.card{padding:24px}}
@media (prefers-reduced-motion:no-preference){button,.button,nav a,.rows a{transition:background-color .12s}}
`;
