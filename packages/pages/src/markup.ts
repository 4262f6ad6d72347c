/**
 * HTML from templates: every inserted value is escaped unless it is markup already, so nothing a customer typed
 * becomes code.
 */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | false | readonly Part[];

/**
 * @example html`<p>${'<b>'}</p>`.text   // '<p>&#60;b&#62;</p>'
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings.map((string, n) => string + (n < parts.length ? write(parts[n] ?? null) : '')).join(''),
  );
}

function write(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(write).join('');
  return `${part}`.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
