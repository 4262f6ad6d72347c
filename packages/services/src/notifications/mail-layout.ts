/**
 * The look of our mails: mineral ground, one card, one horizon. Inline styles and tables only, because mail programs
 * know little else; nothing is loaded from anywhere. Colours are the tokens of the app: the light ones inline, the dark
 * ones by class for programs that know what the reader prefers.
 */
import type { Language } from './languages.ts';
import { mailTexts } from './mail-texts.ts';

export type MailRow = {
  readonly label: string;
  readonly value: string;
  readonly isMain?: boolean;
  /** An address or a number that is compared character by character. */
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
};

const light = {
  canvas: '#faf9f6',
  surface: '#ffffff',
  line: '#e1e0da',
  ink1: '#132029',
  ink2: '#43525b',
  ink3: '#5d6a71',
  accent: '#146075',
  onAccent: '#fcfcf9',
  warn: '#84530f',
  warnSoft: '#feefcb',
} as const;
type Colour = keyof typeof light;
const dark: Readonly<Record<Colour, string>> = {
  canvas: '#081117',
  surface: '#101a21',
  line: '#243139',
  ink1: '#f1f0ec',
  ink2: '#b1bbbe',
  ink3: '#939fa4',
  accent: '#65d0dc',
  onAccent: '#04161f',
  warn: '#ebc166',
  warnSoft: '#3a2b11',
};
const darkStyles = Object.entries(dark)
  .map(([name, value]) => `.on-${name}{background:${value}!important}.in-${name}{color:${value}!important}`)
  .join('');
const sans = `'Hanken Grotesk','Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const mono = `'Geist Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace`;

/** Who reads a mail, and where they write for help. */
export type MailReader = { readonly language: Language; readonly supportEmail?: string | null };

export function layoutText(content: MailContent, { language, supportEmail }: MailReader): string {
  const words = mailTexts[language];
  const rows = content.rows.map((row) => `${row.label}: ${valueText(row)}`);
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
    '',
    '--',
    words.footer,
    ...(supportEmail ? [`${words.support}: ${supportEmail}`] : []),
    '',
  ].join('\n');
}

export function layoutHtml(content: MailContent, { language, supportEmail }: MailReader): string {
  const words = mailTexts[language];
  const small = 'font-size:13px;line-height:20px';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyles}.edge{border-color:${dark.line}!important}}</style>
</head>
<body ${look({ on: 'canvas', in: 'ink1' }, `margin:0;padding:0;font-family:${sans};font-size:15px;line-height:24px`)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${look({ on: 'canvas' })}><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px">
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="padding-right:10px">${mark()}</td><td ${look({ in: 'ink1' }, 'font-size:21px;font-weight:600;letter-spacing:-0.01em')}>Salar</td></tr></table>
</td></tr>
<tr><td ${look({ on: 'surface', hasEdge: true }, 'border-radius:20px;padding:32px 28px')}>
<h1 ${look({ in: 'ink1' }, 'margin:0 0 16px;font-size:24px;line-height:30px;font-weight:600;letter-spacing:-0.01em')}>${escapeHtml(content.title)}</h1>
<p ${look({ in: 'ink2' }, 'margin:0 0 16px')}>${escapeHtml(content.body)}</p>
${rowsTable(content.rows)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td ${look({ on: 'accent' }, 'border-radius:10px')}><a href="${escapeHtml(content.link)}" ${look({ in: 'onAccent' }, 'display:inline-block;padding:12px 24px;font-weight:600;text-decoration:none')}>${escapeHtml(content.button)}</a></td></tr></table>
<p ${look({ in: 'ink3' }, `margin:0 0 16px;${small}`)}>${escapeHtml(content.note)}</p>
${content.warning === undefined ? '' : `<p ${look({ on: 'warnSoft', in: 'warn' }, `margin:0 0 16px;padding:12px 16px;border-radius:10px;${small}`)}>${escapeHtml(content.warning)}</p>`}
<div ${look({ on: 'line' }, 'height:1px;margin:8px 0 16px;font-size:0;line-height:0')}>&nbsp;</div>
<p ${look({ in: 'ink3' }, `margin:0;${small}`)}>${escapeHtml(words.linkHint)}<br><span style="font-family:${mono};font-size:12px;word-break:break-all">${escapeHtml(content.link)}</span></p>
</td></tr>
<tr><td ${look({ in: 'ink3' }, 'padding:20px 4px 0;font-size:12px;line-height:18px')}>${escapeHtml(words.tagline)}<br>${escapeHtml(words.footer)}${supportEmail ? `<br>${escapeHtml(words.support)}: ${escapeHtml(supportEmail)}` : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

type Look = { readonly on?: Colour; readonly in?: Colour; readonly hasEdge?: boolean };

/** The attributes of an element: on which colour, in which colour, and whatever else. */
function look({ on, in: ink, hasEdge = false }: Look, style = ''): string {
  const classes = [on && `on-${on}`, ink && `in-${ink}`, hasEdge && 'edge'].filter(Boolean);
  const styles = [
    on && `background:${light[on]}`,
    ink && `color:${light[ink]}`,
    hasEdge && `border:1px solid ${light.line}`,
    style,
  ].filter(Boolean);
  return `class="${classes.join(' ')}" style="${styles.join(';')}"`;
}

/** The sun on its horizon, drawn with a table cell: mail programs do not show SVG. */
function mark(): string {
  const cell = (inner: string) =>
    `<tr><td align="center" style="font-size:0;line-height:0">${inner}</td></tr>`;
  const sun = look({ on: 'accent' }, 'width:16px;height:8px;border-radius:8px 8px 0 0;margin:0 auto');
  const horizon = look({ on: 'ink1' }, 'height:2px;margin:2px 0');
  const salt = look(
    { on: 'accent' },
    'width:16px;height:8px;border-radius:0 0 8px 8px;opacity:.4;margin:0 auto',
  );
  return (
    `<table role="presentation" width="28" cellpadding="0" cellspacing="0" aria-hidden="true">` +
    [sun, horizon, salt].map((part) => cell(`<div ${part}>&nbsp;</div>`)).join('') +
    `</table>`
  );
}

function rowsTable(rows: readonly MailRow[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => {
    const value = row.isIdentifier
      ? `font-family:${mono};font-size:13px;word-break:break-all`
      : `font-variant-numeric:tabular-nums;font-weight:${row.isMain ? 600 : 500};overflow-wrap:anywhere;word-break:break-word`;
    return `<tr><td ${look({ in: 'ink3' }, 'padding:8px 12px 8px 0;font-size:13px;vertical-align:top')}>${escapeHtml(row.label)}</td><td align="right" ${look({ in: 'ink1' }, `padding:8px 0;${value}`)}><bdi>${escapeHtml(valueText(row))}</bdi></td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">${cells.join('')}</table>`;
}

/** Longer names are cut in mails; what is compared character by character never is. */
const beginning = /^.{0,120}/su;

/**
 * What a customer, a browser or a chain named, as one line. It cannot begin another line, which could pass for one of
 * ours, and cannot turn the reading order around.
 */
function valueText({ value, isIdentifier = false }: MailRow): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const [shown = line] = isIdentifier ? [] : (beginning.exec(line) ?? []);
  return shown === line ? line : `${shown}…`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
