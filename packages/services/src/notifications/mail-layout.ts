/**
 * The layout of our mails: mineral background, one card, one horizon. Inline styles and tables only, because mail programs
 * support little else; nothing is loaded from the network. Colours are the tokens of the app: the light ones inline, the dark
 * ones by class for programs that support the reader's preference.
 */
import { darkColours, lightColours } from '@salar/pages/generated/colours';
import type { Language } from './languages.ts';
import { mailTexts } from './mail-texts.ts';

export type MailRow = {
  readonly label: string;
  readonly value: string;
  readonly isMain?: boolean;
  /** True for an address or a number that is compared character by character. */
  readonly isIdentifier?: boolean;
};
export type MailContent = {
  readonly subject: string;
  readonly title: string;
  readonly body: string;
  readonly button: string;
  readonly link: string;
  readonly note: string;
  readonly warning?: string;
  readonly rows: readonly MailRow[];
  /** The link that freezes the account, for a reader who did not cause the mail. */
  readonly freeze?: { readonly label: string; readonly body: string; readonly link: string };
};

const colourNames = [
  'canvas',
  'surface',
  'line',
  'ink1',
  'ink2',
  'ink3',
  'accent',
  'onAccent',
  'warn',
  'warnSoft',
] as const;
type Colour = (typeof colourNames)[number];
const light: Readonly<Record<Colour, string>> = lightColours;
const darkStyles = colourNames
  .map((name) => [name, darkColours[name]] as const)
  .map(([name, value]) => `.on-${name}{background:${value}!important}.in-${name}{color:${value}!important}`)
  .join('');
const sans = `'Hanken Grotesk','Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const mono = `'Geist Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace`;

/** The language of the reader, and the address for support. */
export type MailReader = { readonly language: Language; readonly supportEmail?: string | null };

export function layoutText(content: MailContent, { language, supportEmail }: MailReader): string {
  const texts = mailTexts[language];
  const rows = content.rows.map((row) => `${row.label}: ${formatValue(row)}`);
  return [
    'Salar',
    '',
    content.title,
    '',
    content.body,
    ...(rows.length > 0 ? ['', ...rows] : []),
    '',
    `${content.button}:`,
    content.link,
    '',
    content.note,
    ...(content.warning === undefined ? [] : ['', content.warning]),
    ...(content.freeze === undefined
      ? []
      : ['', content.freeze.body, `${content.freeze.label}:`, content.freeze.link]),
    '',
    '--',
    texts.footer,
    ...(supportEmail ? [`${texts.support}: ${supportEmail}`] : []),
    '',
  ].join('\n');
}

export function layoutHtml(content: MailContent, { language, supportEmail }: MailReader): string {
  const texts = mailTexts[language];
  const small = 'font-size:13px;line-height:20px';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyles}.edge{border-color:${darkColours.line}!important}}</style>
</head>
<body ${buildAttributes({ on: 'canvas', in: 'ink1' }, `margin:0;padding:0;font-family:${sans};font-size:15px;line-height:24px`)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${buildAttributes({ on: 'canvas' })}><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px">
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="padding-right:10px">${drawLogo()}</td><td ${buildAttributes({ in: 'ink1' }, 'font-size:21px;font-weight:600;letter-spacing:-0.01em')}>Salar</td></tr></table>
</td></tr>
<tr><td ${buildAttributes({ on: 'surface', hasEdge: true }, 'border-radius:20px;padding:32px 28px')}>
<h1 ${buildAttributes({ in: 'ink1' }, 'margin:0 0 16px;font-size:24px;line-height:30px;font-weight:600;letter-spacing:-0.01em')}>${escapeHtml(content.title)}</h1>
<p ${buildAttributes({ in: 'ink2' }, 'margin:0 0 16px')}>${escapeHtml(content.body)}</p>
${renderRows(content.rows)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td ${buildAttributes({ on: 'accent' }, 'border-radius:10px')}><a href="${escapeHtml(content.link)}" ${buildAttributes({ in: 'onAccent' }, 'display:inline-block;padding:12px 24px;font-weight:600;text-decoration:none')}>${escapeHtml(content.button)}</a></td></tr></table>
<p ${buildAttributes({ in: 'ink3' }, `margin:0 0 16px;${small}`)}>${escapeHtml(content.note)}</p>
${content.warning === undefined ? '' : `<p ${buildAttributes({ on: 'warnSoft', in: 'warn' }, `margin:0 0 16px;padding:12px 16px;border-radius:10px;${small}`)}>${escapeHtml(content.warning)}</p>`}
${content.freeze === undefined ? '' : `<p ${buildAttributes({ in: 'ink3' }, `margin:0 0 16px;${small}`)}>${escapeHtml(content.freeze.body)} <a href="${escapeHtml(content.freeze.link)}" ${buildAttributes({ in: 'warn' }, 'font-weight:600')}>${escapeHtml(content.freeze.label)}</a></p>`}
<div ${buildAttributes({ on: 'line' }, 'height:1px;margin:8px 0 16px;font-size:0;line-height:0')}>&nbsp;</div>
<p ${buildAttributes({ in: 'ink3' }, `margin:0;${small}`)}>${escapeHtml(texts.linkHint)}<br><span style="font-family:${mono};font-size:12px;word-break:break-all">${escapeHtml(content.link)}</span></p>
</td></tr>
<tr><td ${buildAttributes({ in: 'ink3' }, 'padding:20px 4px 0;font-size:12px;line-height:18px')}>${escapeHtml(texts.tagline)}<br>${escapeHtml(texts.footer)}${supportEmail ? `<br>${escapeHtml(texts.support)}: ${escapeHtml(supportEmail)}` : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

type ElementStyle = { readonly on?: Colour; readonly in?: Colour; readonly hasEdge?: boolean };

/** Builds the attributes of an element: background colour, text colour, and further styles. */
function buildAttributes({ on, in: ink, hasEdge = false }: ElementStyle, style = ''): string {
  const classes = [on && `on-${on}`, ink && `in-${ink}`, hasEdge && 'edge'].filter(Boolean);
  const styles = [
    on && `background:${light[on]}`,
    ink && `color:${light[ink]}`,
    hasEdge && `border:1px solid ${light.line}`,
    style,
  ].filter(Boolean);
  return `class="${classes.join(' ')}" style="${styles.join(';')}"`;
}

/** Draws the sun on its horizon with table cells: mail programs do not show SVG. */
function drawLogo(): string {
  const cell = (inner: string) =>
    `<tr><td align="center" style="font-size:0;line-height:0">${inner}</td></tr>`;
  const sun = buildAttributes(
    { on: 'accent' },
    'width:16px;height:8px;border-radius:8px 8px 0 0;margin:0 auto',
  );
  const horizon = buildAttributes({ on: 'ink1' }, 'height:2px;margin:2px 0');
  const salt = buildAttributes(
    { on: 'accent' },
    'width:16px;height:8px;border-radius:0 0 8px 8px;opacity:.4;margin:0 auto',
  );
  return (
    `<table role="presentation" width="28" cellpadding="0" cellspacing="0" aria-hidden="true">` +
    [sun, horizon, salt].map((part) => cell(`<div ${part}>&nbsp;</div>`)).join('') +
    `</table>`
  );
}

function renderRows(rows: readonly MailRow[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => {
    const value = row.isIdentifier
      ? `font-family:${mono};font-size:13px;word-break:break-all`
      : `font-variant-numeric:tabular-nums;font-weight:${row.isMain ? 600 : 500};overflow-wrap:anywhere;word-break:break-word`;
    return `<tr><td ${buildAttributes({ in: 'ink3' }, 'padding:8px 12px 8px 0;font-size:13px;vertical-align:top')}>${escapeHtml(row.label)}</td><td align="right" ${buildAttributes({ in: 'ink1' }, `padding:8px 0;${value}`)}><bdi>${escapeHtml(formatValue(row))}</bdi></td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">${cells.join('')}</table>`;
}

/** Longer names are truncated in mails; identifiers never are. */
const firstCharacters = /^.{0,120}/su;

/**
 * Formats a value that a customer, a browser or a chain provided as one line. It cannot begin another line, which could pass
 * for one of our own, and cannot reverse the reading direction.
 */
function formatValue({ value, isIdentifier = false }: MailRow): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const [shown = line] = isIdentifier ? [] : (firstCharacters.exec(line) ?? []);
  return shown === line ? line : `${shown}…`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
