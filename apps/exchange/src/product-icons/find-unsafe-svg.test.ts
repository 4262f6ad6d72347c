import { expect, test } from 'vitest';
import { findUnsafeSvg } from './find-unsafe-svg.ts';

const drawing = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${inside}</svg>`;

test.each([
  ['a circle', drawing('<circle cx="16" cy="16" r="16" fill="#F7931A"/>')],
  [
    'a gradient used in the same file',
    drawing('<defs><linearGradient id="a"/></defs><path fill="url(#a)" d="M0 0"/>'),
  ],
  ['a mask and a title', drawing("<title>Peso</title><mask id='m'/><g mask='url(#m)'><use href='#m'/></g>")],
  ['an XML declaration and a comment', `<?xml version="1.0"?>\n<!-- made by hand -->${drawing('')}`],
])('an image with %s is served', (_, svg) => {
  expect(findUnsafeSvg(svg)).toBeNull();
});

test.each([
  ['a script', drawing('<script>alert(1)</script>'), 'holds the element <script>'],
  ['an event handler', drawing('<path onload="alert(1)" d="M0 0"/>'), 'holds the event handler onload'],
  ['embedded HTML', drawing('<foreignObject><p>x</p></foreignObject>'), 'holds the element <foreignObject>'],
  [
    'a picture from elsewhere',
    drawing('<image href="https://x.example/a.png"/>'),
    'holds the element <image>',
  ],
  [
    'a reference to another file',
    drawing('<use href="https://x.example/a.svg#a"/>'),
    'refers to another file',
  ],
  [
    'a link in another namespace',
    drawing('<use xlink:href="javascript:alert(1)"/>'),
    'refers to another file',
  ],
  [
    'a style that is fetched',
    drawing('<path style="fill:url(https://x.example/a)" d="M0 0"/>'),
    'refers to another file',
  ],
  [
    'a style that is fetched without url()',
    drawing(`<path style="fill:image-set('https://x.example/a' 1x)" d="M0 0"/>`),
    'refers to another file',
  ],
  ['a style sheet', drawing('<style>@import "https://x.example/a.css"</style>'), 'holds the element <style>'],
  ['a hidden scheme', drawing('<use href="&#106;avascript:alert(1)"/>'), 'holds a character reference'],
  ['an entity of its own', `<!DOCTYPE svg [<!ENTITY x "y">]>${drawing('')}`, 'does not begin with <svg>'],
  [
    'a processing instruction',
    drawing('<?xml-stylesheet href="x"?>'),
    'holds markup that is not a plain element',
  ],
  ['an attribute without quotes', drawing('<path d=M0/>'), 'holds markup that is not a plain element'],
  ['no image', '<html><body>hello</body></html>', 'does not begin with <svg>'],
  ['too many bytes', drawing(`<title>${'x'.repeat(70_000)}</title>`), 'is larger than'],
])('an image with %s is refused', (_, svg, problem) => {
  expect(findUnsafeSvg(svg)).toContain(problem);
});
