/** Elements that draw. None of them runs a script, embeds HTML, animates, or loads another file. */
const elements = new Set([
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'path',
  'circle',
  'ellipse',
  'rect',
  'line',
  'polyline',
  'polygon',
  'use',
  'mask',
  'clipPath',
  'linearGradient',
  'radialGradient',
  'stop',
]);
const tag = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g;
const attribute = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Larger files are photographs or mistakes. */
const bytesMax = 64 * 1024;

/**
 * Checks that an SVG image only draws: elements and attributes outside a short list are refused, and so is every
 * reference that leaves the file.
 *
 * @returns what is wrong with the file, or null when it is safe to serve
 */
export function findUnsafeSvg(svg: string): string | null {
  if (Buffer.byteLength(svg) > bytesMax) return `is larger than ${bytesMax} bytes`;
  const text = svg.replace(/^\uFEFF?\s*<\?xml[^<>]*\?>/, '').replaceAll(/<!--[^]*?-->/g, '');
  if (!/^\s*<svg[\s>]/.test(text)) return 'does not begin with <svg>';
  const rest = text.replaceAll(tag, '');
  if (/[<>]/.test(rest)) return 'holds markup that is not a plain element';
  if (rest.includes('&')) return 'holds a character reference';
  for (const [, , name = '', attributes = ''] of text.matchAll(tag)) {
    if (!elements.has(name)) return `holds the element <${name}>`;
    for (const [, key = '', double, single] of attributes.matchAll(attribute)) {
      const problem = findUnsafeAttribute(key, double ?? single ?? '');
      if (problem) return problem;
    }
  }
  return null;
}

function findUnsafeAttribute(name: string, value: string): string | null {
  if (/^on/i.test(name)) return `holds the event handler ${name}`;
  if (/[&\\]/.test(value)) return `holds a character reference in ${name}`;
  if (/(?:^|:)href$/i.test(name) && !value.startsWith('#'))
    return `refers to another file: ${name}="${value}"`;
  if (name === 'src' || name === 'xml:base') return `refers to another file: ${name}="${value}"`;
  // url(#gradient) stays inside the file; any other url(), image-set('...') or @import would be fetched.
  if (/@import|url\(\s*(?!['"]?#)|(?<!url)\(\s*['"]/i.test(value))
    return `refers to another file: ${name}="${value}"`;
  return null;
}
