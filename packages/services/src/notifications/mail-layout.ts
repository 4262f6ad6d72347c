/**
 * The look of our mails: mineral ground, one card, one horizon. Inline styles and tables only, because mail programs
 * know little else; nothing is loaded from anywhere. Colours are the light tokens of the app.
 */
import type { Language } from './languages.ts';
import { mailWords } from './mail-words.ts';

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

const colour = {
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
const sans = `'Hanken Grotesk','Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const mono = `'Geist Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace`;

export function layoutText(content: MailContent, language: Language): string {
  const words = mailWords[language];
  const rows = content.rows.map((row) => `${row.label}: ${row.value}`);
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
    '',
  ].join('\n');
}

export function layoutHtml(content: MailContent, language: Language): string {
  const words = mailWords[language];
  const text = (style: string, body: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(body)}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(content.subject)}</title>
</head>
<body style="margin:0;padding:0;background:${colour.canvas};color:${colour.ink1};font-family:${sans};font-size:15px;line-height:24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colour.canvas}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px">
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="padding-right:10px">${mark()}</td><td style="font-size:21px;font-weight:600;letter-spacing:-0.01em">Salar</td></tr></table>
</td></tr>
<tr><td style="background:${colour.surface};border:1px solid ${colour.line};border-radius:20px;padding:32px 28px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px;font-weight:600;letter-spacing:-0.01em">${escapeHtml(content.title)}</h1>
${text(`color:${colour.ink2}`, content.body)}
${rowsTable(content.rows)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:10px;background:${colour.accent}"><a href="${escapeHtml(content.link)}" style="display:inline-block;padding:12px 24px;color:${colour.onAccent};font-weight:600;text-decoration:none">${escapeHtml(content.button)}</a></td></tr></table>
${text(`color:${colour.ink3};font-size:13px;line-height:20px`, content.note)}
${content.warning === undefined ? '' : `<p style="margin:0 0 16px;padding:12px 16px;border-radius:10px;background:${colour.warnSoft};color:${colour.warn};font-size:13px;line-height:20px">${escapeHtml(content.warning)}</p>`}
<div style="border-top:1px solid ${colour.line};margin:8px 0 16px;font-size:0;line-height:0">&nbsp;</div>
<p style="margin:0;color:${colour.ink3};font-size:13px;line-height:20px">${escapeHtml(words.linkHint)}<br><span style="font-family:${mono};font-size:12px;word-break:break-all">${escapeHtml(content.link)}</span></p>
</td></tr>
<tr><td style="padding:20px 4px 0;color:${colour.ink3};font-size:12px;line-height:18px">${escapeHtml(words.tagline)}<br>${escapeHtml(words.footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** The sun on its horizon, drawn with a table cell: mail programs do not show SVG. */
function mark(): string {
  return (
    `<table role="presentation" width="28" cellpadding="0" cellspacing="0" aria-hidden="true">` +
    `<tr><td align="center" style="font-size:0;line-height:0"><div style="width:16px;height:8px;border-radius:8px 8px 0 0;background:${colour.accent};margin:0 auto">&nbsp;</div></td></tr>` +
    `<tr><td style="font-size:0;line-height:0;padding:2px 0"><div style="height:2px;background:${colour.ink1}">&nbsp;</div></td></tr>` +
    `<tr><td align="center" style="font-size:0;line-height:0"><div style="width:16px;height:8px;border-radius:0 0 8px 8px;background:${colour.accent};opacity:.4;margin:0 auto">&nbsp;</div></td></tr></table>`
  );
}

function rowsTable(rows: readonly MailRow[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => {
    const value = row.isIdentifier
      ? `font-family:${mono};font-size:13px;word-break:break-all`
      : `font-variant-numeric:tabular-nums;font-weight:${row.isMain ? 600 : 500}`;
    return `<tr><td style="padding:8px 12px 8px 0;color:${colour.ink3};font-size:13px;vertical-align:top;white-space:nowrap">${escapeHtml(row.label)}</td><td align="right" style="padding:8px 0;color:${colour.ink1};${value}">${escapeHtml(row.value)}</td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">${cells.join('')}</table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
